/** All loans of the borrower on the call with dues, each opened by one click; those of another user are read-only. */
import { Link } from 'react-router-dom';
import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { dialerText as say } from '#contexts/dialer/text/en/dialer.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { rupees } from '#kernel/ui/parts/values/format.ts';
import css from './call-strip.module.css';

export function CallLoans({ loanId }: { loanId: number }) {
  const { data = [] } = useRead(dialer.callLoans, {});
  const { get } = useUrlState();
  // A single loan is shown in the bar already; loans of the previous call are removed with it.
  if (data.length < 2 || data[0]?.id !== loanId) return null;
  return (
    <ul className={css.loans} aria-label={say.callLoans}>
      {data.map(({ id, loanNumber, totalOutstanding, canOpen }) => {
        const label = say.loanOwes(loanNumber, rupees(totalOutstanding));
        // Shows the reason as text, because titles are invisible on phones.
        return (
          <li key={id}>
            {canOpen ? (
              <Link to={`/view-borrower?id=${id}`} aria-current={get('id') === String(id) || undefined}>
                {label}
              </Link>
            ) : (
              <span>{say.loanOfOther(label)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
