/** Loan preview next to the list: amount, DPD, last event, and links. */
import {
  IconCalendarCheck,
  IconCoinRupee,
  IconExternalLink,
  IconHistory,
  IconLink,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import { dayWords, money, principalText, rupees, totalText } from '#kernel/ui/parts/values/format.ts';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { paidOffReason } from './paid-off-reason.ts';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import { kitText } from '#text/en/kit.ts';
import { Overdue, agentOf, lastDispoWords } from './columns.tsx';
import { paymentStatusTone, paymentStatusWords } from './payment-status.ts';
import type { ListedLoan } from './listed-loan.ts';
import css from './loan-beside.module.css';

const small = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

export function LoanBeside({ row, onClose }: { row: ListedLoan; onClose: () => void }) {
  const { latestRealizePaymentAmount: paid, latestRealizePaymentDate: paidOn } = row;
  return (
    <div className={css.beside}>
      <header>
        <Overdue dpd={row.dpd} />
        {row.paymentStatus && (
          <StatusPill tone={paymentStatusTone(row)}>{paymentStatusWords(row)}</StatusPill>
        )}
        <button type="button" aria-label={kitText.close} onClick={onClose}>
          <IconX {...small} />
        </button>
      </header>
      <div>
        <h2>{row.loanBorrower.name}</h2>
        <p>{[row.loanNumber, row.client.name, row.city].filter(Boolean).join(' · ')}</p>
      </div>
      <dl>
        <div data-main>
          <dt>{say.tos}</dt>
          <dd title={totalText(row, money)}>{totalText(row)}</dd>
        </div>
        <div>
          <dt>{say.pos}</dt>
          <dd title={principalText(row, money)}>{principalText(row)}</dd>
        </div>
      </dl>
      <Ways row={row} />
      <ul>
        <Fact icon={<IconCalendarCheck {...small} />}>{lastDispoWords(row)}</Fact>
        <Fact icon={<IconCoinRupee {...small} />}>
          {paid !== null && `${say.lastPaid} ${rupees(paid)}${paidOn ? `, ${dayWords(paidOn)}` : ''}`}
        </Fact>
        <Fact icon={<IconUser {...small} />}>{agentOf(row)}</Fact>
      </ul>
    </div>
  );
}

function Ways({ row }: { row: ListedLoan }) {
  const { set } = useUrlState();
  const mayRead = useMay()(loans.history.can);
  return (
    <div className={css.ways}>
      <Link className={look.main} to={`/view-borrower?id=${row.id}`}>
        <IconExternalLink {...small} />
        {say.viewProfile}
      </Link>
      {typeof row.paymentAccountId === 'number' && (
        <button
          type="button"
          className={look.plain}
          {...greyed(paidOffReason('link', row))}
          onClick={() => set({ link: String(row.id) }, 'push')}
        >
          <IconLink {...small} />
          {say.generate}
        </button>
      )}
      {mayRead && (
        <button type="button" className={look.plain} onClick={() => set({ history: String(row.id) }, 'push')}>
          <IconHistory {...small} />
          {say.history}
        </button>
      )}
    </div>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) =>
  children ? (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  ) : null;
