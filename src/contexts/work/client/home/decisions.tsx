/** What a leader's people have, and what waits for a decision. */
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { settlements } from '#contexts/settlements/contract/settlements.ts';
import { appText } from '#text/en/app.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { Count } from './count.tsx';
import css from './count.module.css';

export function Decisions() {
  const active = useRead(loans.list, { isActive: true, size: 1 });
  const promises = useRead(borrowerDispositions.list, { module: 'PTP', size: 1 });
  const waiting = useRead(settlements.list, { status: 'Inprogress', size: 1 });
  return (
    <ul className={css.counts}>
      <Count to="/borrowers" label={appText.myLoans} reading={active} />
      <Count to="/ptp" label={appText.myPromises} reading={promises} />
      <Count to="/settlement?status=Inprogress" label={appText.toDecide} reading={waiting} />
    </ul>
  );
}
