import type { WireRow } from '#kernel/contract/endpoint.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { money, sinceText } from '#kernel/ui/parts/format.ts';
import { ListState } from '#kernel/ui/list/list-states.tsx';
import { StatusPill } from '#kernel/ui/parts/status-pill.tsx';
import { Actions } from './outcome/actions.tsx';
import css from './borrower.module.css';
import { RestPill } from './tabs/holds.tsx';
import { ProfileTabs } from './tabs/profile-tabs.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';

export type Loan = WireRow<typeof loans.one>;
interface Props {
  id: string;
  /** Another loan of the borrower was chosen. */
  onLoan: (id: number) => void;
  /** In a dialog of its own, not on a page. */
  inside?: boolean;
}

/** One borrower's loan: what is owed, what was said, and what to do next. */
export function BorrowerProfile({ id, onLoan, inside }: Props) {
  const actor = useActor();
  const loan = useRead(loans.one, { id }, { staleTime: 5 * 60_000, enabled: id !== '' });
  if (!loan.data)
    return loan.isPending && id ? (
      <div className={css.page} role="status" aria-label={kitText.loading} aria-busy="true" />
    ) : (
      <div className={css.page}>
        <ListState error={loan.error} empty={say.missing} onRetry={loan.refetch} />
      </div>
    );
  const mayRecord = may(actor, borrowerDispositions.record.can) && loan.data.isActive;
  return (
    <article className={css.page} aria-labelledby="borrower-name" data-inside={inside || undefined}>
      {loan.asOf && (
        <p className={css.asOf} role="status">
          {kitText.asOf(sinceText(loan.asOf))}
        </p>
      )}
      <LoanStrip loan={loan.data} onLoan={onLoan} />
      <Head loan={loan.data} />
      <div className={css.work}>
        <div className={css.tabs}>
          <ProfileTabs loan={loan.data} mayRecord={mayRecord} />
        </div>
        {mayRecord && <Actions loan={loan.data} />}
      </div>
    </article>
  );
}

/** All loans of the borrower that the caller sees, this one first. One alone needs no strip. */
function LoanStrip({ loan, onLoan }: { loan: Loan; onLoan: Props['onLoan'] }) {
  const { data } = useRead(loans.ofBorrower, { id: String(loan.borrowerId) }, { keepPrevious: true });
  const others = data?.filter(({ id }) => id !== loan.id) ?? [];
  if (others.length === 0) return null;
  return (
    <TabStrip
      label={borrowerText.loans}
      now={String(loan.id)}
      tabs={[loan, ...others].map(({ id, loanNumber, isActive }) => ({
        key: String(id),
        label: isActive ? loanNumber : `${loanNumber} · ${say.inactive}`,
      }))}
      onChoose={(id) => onLoan(Number(id))}
    />
  );
}

function Head({ loan }: { loan: Loan }) {
  return (
    <header className={css.head}>
      <div>
        <h1 id="borrower-name">{loan.loanBorrower.name}</h1>
        <p className={css.sub}>
          {loan.loanNumber} · {loan.client.name}
        </p>
        <p className={css.pills}>
          {loan.paymentStatus && (
            <StatusPill tone={loan.paymentStatus === 'Unpaid' ? 'warn' : 'good'}>
              {loan.paymentStatus}
            </StatusPill>
          )}
          {loan.paymentHistoryStatus && (
            <StatusPill tone="plain">{`${say.payingSince} ${loan.paymentHistoryStatus}`}</StatusPill>
          )}
          {loan.isDNC && <StatusPill tone="bad">{say.doNotCall}</StatusPill>}
          <RestPill loanId={loan.id} />
          {!loan.isActive && <StatusPill tone="plain">{say.inactive}</StatusPill>}
        </p>
      </div>
      <dl className={css.amounts}>
        <div>
          <dt>{say.tos}</dt>
          <dd>{money(loan.totalOutstanding)}</dd>
        </div>
        <div>
          <dt>{say.pos}</dt>
          <dd>{money(loan.principalOutstanding)}</dd>
        </div>
      </dl>
    </header>
  );
}
