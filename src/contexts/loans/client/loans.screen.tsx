import { Suspense } from 'react';
import { loans } from '#contexts/loans/contract/loans.ts';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { exportOf } from '#kernel/client/calls/files/export.ts';
import { useUrlState } from '#kernel/client/app/url.ts';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { money, totalText } from '#kernel/ui/parts/values/format.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { AdminTools } from './admin-tools.tsx';
import { Overdue, Waiting, columns, lastDispoWords, ownColumns } from './columns.tsx';
import type { ListedLoan } from './listed-loan.ts';
import { holders } from './hand-out/holders.ts';
import type { Over } from './over.ts';
import { useLoanActions } from './row-actions.ts';
import { TagCell } from './tags/tags.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const LoanBeside = lazy(async () => ({ default: (await import('./loan-beside.tsx')).LoanBeside }));
const HandOut = lazy(async () => ({ default: (await import('./hand-out/hand-out.tsx')).HandOut }));
const Dialogs = lazy(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));

/** Loads the dialog in the URL, and none before. */
function Opened(over: Over) {
  const { get } = useUrlState();
  if (!get('profile') && !get('history') && !get('link')) return null;
  return (
    <Suspense>
      <Dialogs {...over} />
    </Suspense>
  );
}

const TaskBar = lazy(async () => ({ default: (await import('./tasks/task-bar.tsx')).TaskBar }));

const DuplicatesNotice = lazy(async () => ({
  default: (await import('./duplicates/duplicates-notice.tsx')).DuplicatesNotice,
}));
const Duplicates = () => (
  <Suspense>
    <DuplicatesNotice />
  </Suspense>
);

const filter = filtersOf(loans.list);
const client = filter('clientId', say.client);
const standing = [
  filter('paymentStatus', say.paymentStatus),
  filter('paymentHistoryStatus', say.paymentHistory),
  filter('dispositionIds', say.disposition),
  filter('newAssigned', say.newAssigned),
];
const campaign = filter('campaignId', say.campaign, { within: 'clientId' });
const users = filter('userIds', say.users, { within: 'campaignId', loose: true, asks: holders });
const allocation = filter('allocationTypeId', say.allocationType);

const cardFoot = (loan: ListedLoan) => (
  <>
    {[loan.loanNumber, loan.city, lastDispoWords(loan)].filter(Boolean).join(' · ')}
    {loan.loanTags.length > 0 && <TagCell loan={loan} />} <Waiting id={loan.id} />
  </>
);

const common = {
  source: loans.list,
  title: say.title,
  empty: say.empty,
  export: exportOf('borrowers'),
  actions: useLoanActions,
  href: ({ id }: ListedLoan) => `/view-borrower?id=${id}`,
  beside: LoanBeside,
  card: (row: ListedLoan) => ({
    who: row.loanBorrower.name,
    much: totalText(row),
    muchInFull: totalText(row, money),
    mark: <Overdue dpd={row.dpd} />,
    next: cardFoot(row),
  }),
};
/** Allocators can select loans; DNC loans are excluded everywhere (G078, G081). */
const selectable = ({ isDNC }: ListedLoan): boolean => !isDNC;
const chosen = { columns, selectable, bar: HandOut, takesMatching: true };

/** Lists of borrowers: an agent's, a leader's team's, and all of them, active or not. */
export function loanLists(over: Over) {
  const Tools = () => <Opened {...over} />;
  const adminTools = (isActive: boolean) => () => (
    <>
      <AdminTools isActive={isActive} />
      <Opened {...over} />
    </>
  );
  const forLeaders = { ...common, ...chosen, filters: [client, ...standing, campaign, users, allocation] };
  return {
    /** No Agent column and no Users filter (document 2, section 6). */
    OwnLoansScreen: listScreen({
      ...common,
      active: true,
      columns: ownColumns,
      selectable,
      bar: TaskBar,
      takesMatching: true,
      filters: [client, ...standing, campaign, allocation],
      tools: Tools,
    }),
    LoansScreen: listScreen({ ...forLeaders, empty: say.emptyTeam, active: true, tools: Tools }),
    AllLoansScreen: listScreen({
      ...forLeaders,
      empty: say.emptyAll,
      fixed: { isActive: true },
      tools: adminTools(true),
      above: Duplicates,
    }),
    InactiveLoansScreen: listScreen({
      ...forLeaders,
      title: say.inactiveTitle,
      empty: say.noneInactive,
      filters: [client, ...standing, campaign, users],
      fixed: { isActive: false },
      tools: adminTools(false),
    }),
  };
}
