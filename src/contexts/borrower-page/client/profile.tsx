import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { may } from '#kernel/contract/access.ts';
import { borrowerDocuments } from '#contexts/loans/contract/borrower-documents.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { channelOf, channelsFrom } from '#kernel/contract/channels/channels.ts';
import { channelName } from '#text/en/channels.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { kitText } from '#text/en/kit.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { useOldest } from '#kernel/client/calls/queries/oldest.ts';
import { type QueryKey, useRead } from '#kernel/client/calls/queries/query.ts';
import { useCallback } from 'react';
import { useUrlState } from '#kernel/client/app/url.ts';
import { mayLeave } from '#kernel/client/session/leave.ts';
import { useActor } from '#kernel/client/session/session.tsx';
import { rupees, sinceText } from '#kernel/ui/parts/values/format.ts';
import { ListState } from '#kernel/ui/list/list-states.tsx';
import { useIsPhone } from '#kernel/ui/parts/use-media.ts';
import { ActionPanel } from './outcome/action-panel.tsx';
import { AskedAct, RoundActions, ThumbBar } from './outcome/actions.tsx';
import { useNextLoan } from './outcome/use-next.ts';
import { Facts } from './facts.tsx';
import { Head } from './head.tsx';
import { Know } from './know.tsx';
import type { Loan } from './loan/loan.ts';
import { mainFacts } from './loan/loan-facts.ts';
import css from './borrower.module.css';
import { Holds } from './tabs/holds.tsx';
import { ProfileTabs } from './tabs/profile-tabs.tsx';
import { TabStrip } from '#kernel/ui/parts/tab-strip.tsx';

interface Props {
  id: string;
  /** Another loan of the borrower was chosen. */
  onLoan: (id: number) => void;
  /** In a dialog, not on a page. */
  inside?: boolean;
}

/** One borrower's loan: amounts, history, and next actions. */
export function BorrowerProfile({ id, onLoan, inside }: Props) {
  const actor = useActor();
  const isPhone = useIsPhone();
  const { get } = useUrlState();
  const next = useNextLoan(Number(id));
  const loan = useRead(loans.one, { id }, { staleTime: 5 * 60_000, enabled: id !== '' });
  const known: Loan | undefined = loan.data;
  if (!known)
    return loan.isPending && id ? (
      <div className={css.page} role="status" aria-label={kitText.loading} aria-busy="true">
        <div className={css.boneHead} />
        <div className={css.bone} />
        <div className={css.bone} data-tall />
      </div>
    ) : (
      <div className={css.page}>
        <ListState error={loan.error} empty={say.missing} onRetry={loan.refetch} />
      </div>
    );
  const mayRecord = may(actor, borrowerDispositions.record.can) && known.isActive;
  const onNext = next === undefined ? undefined : (): void => onLoan(next);
  return (
    <article className={css.page} aria-labelledby="borrower-name" data-inside={inside || undefined}>
      <AsOf loanId={known.id} borrowerId={known.borrowerId} />
      <Head loan={known} inside={inside} />
      <LoanStrip loan={known} onLoan={onLoan} />
      {mayRecord && <RoundActions loan={known} />}
      <div className={css.work} data-panel={(mayRecord && !isPhone) || undefined}>
        <div className={css.know}>
          <Know
            loanId={known.id}
            mayRecord={mayRecord}
            isPaid={Boolean(known.latestRealizePaymentDate ?? known.paidOff)}
          />
        </div>
        <div className={css.tabs}>
          <ProfileTabs loan={known} mayRecord={mayRecord} />
        </div>
        <div className={css.side} data-aside={get('tab') === undefined ? undefined : true}>
          <MainInfo loan={known} />
        </div>
        {mayRecord && !isPhone && <ActionPanel key={id} loan={known} onNext={onNext} />}
      </div>
      {mayRecord && isPhone && <ThumbBar loan={known} />}
      {mayRecord && <AskedAct loan={known} onNext={onNext} />}
    </article>
  );
}

/** Their `id` is the borrower's, not the loan's. */
const byBorrower: readonly string[] = [
  loans.ofBorrower.name,
  loans.borrower.name,
  borrowerDocuments.list.name,
];

/** Once for the page: of its oldest statement. */
function AsOf({ loanId, borrowerId }: { loanId: number; borrowerId: number }) {
  const isOfPage = useCallback(
    ([, name, input]: QueryKey): boolean => {
      const { id, loanId: of } = input as { id?: unknown; loanId?: unknown };
      return Number(of ?? id) === (byBorrower.includes(name) ? borrowerId : loanId);
    },
    [loanId, borrowerId],
  );
  const oldest = useOldest(isOfPage);
  return oldest ? (
    <p className={css.asOf} role="status">
      {kitText.asOf(sinceText(oldest))}
    </p>
  ) : null;
}

/** All loans of the borrower that the caller sees, this one first. One alone needs no strip. */
function LoanStrip({ loan, onLoan }: { loan: Loan; onLoan: Props['onLoan'] }) {
  const { data } = useRead(loans.ofBorrower, { id: String(loan.borrowerId) }, { keepPrevious: true });
  // What is being written is about this one.
  const leaveFor = async (id: number): Promise<void> => {
    if (await mayLeave()) onLoan(id);
  };
  const others = data?.filter(({ id }) => id !== loan.id) ?? [];
  // Rendered before the other loans load, to avoid layout shift.
  if (data ? others.length === 0 : !loan.hasOthers) return null;
  return (
    <TabStrip
      label={borrowerText.loans}
      now={String(loan.id)}
      tabs={[loan, ...others].map(({ id, loanNumber, totalOutstanding, isActive }) => ({
        key: String(id),
        label: `${loanNumber} · ${isActive ? rupees(totalOutstanding) : say.inactive}`,
      }))}
      onChoose={(id) => void leaveFor(Number(id))}
    />
  );
}

/** Evaluated when rendered: the language loads after the module. */
const counted = () =>
  [
    ['callCount', channelName('call')],
    ...channelsFrom('sms', 'whatsApp', 'ivr').map(
      (one) => [channelOf[one].counts, channelName(one)] as const,
    ),
  ] as const;

/** Always visible facts: contacts, main facts, hold. */
const MainInfo = ({ loan }: { loan: Loan }) => (
  <>
    <dl className={css.counts}>
      {counted().map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{loan[name]?.toLocaleString('en-IN') ?? '–'}</dd>
        </div>
      ))}
    </dl>
    <Facts title={borrowerText.tabs.main} facts={mainFacts(loan)} />
    <Holds loan={loan} />
  </>
);
