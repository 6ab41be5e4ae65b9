/** Lists of dispositions: all, PTPs, follow-ups; updated live. */
import { promiseStatesText } from '#text/en/promise-states.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { promiseStates } from '#contexts/work/contract/promise-states.ts';
import { borrowerDispositionsText as say } from '#contexts/work/text/en/borrower-dispositions.ts';
import type { Column } from '#kernel/ui/list/columns/column.ts';
import { type Filter, filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import { type TaskForm, chosenBar, outcomeExport } from './chosen.tsx';
import { DueChips } from './due-chips.tsx';
import { type Row, cardOf, column } from './outcome-columns.tsx';
import { WaitingOutcomes } from './waiting-outcomes.tsx';

const filter = filtersOf(borrowerDispositions.list);
const client = filter('clientIds', say.client);
const status = filter('paymentStatus', say.paymentStatus);
const days = filter('startDate', say.from, { until: 'endDate' });
const disposition = filter('dispositionIds', say.disposition);
const sub = filter('subdispositionIds', say.subDisposition, { within: 'dispositionIds', loose: true });
/** Filter of a fixed disposition. */
const subOf = (id: number): Filter =>
  filter('subdispositionIds', say.subDisposition, { asks: { dispositionIds: String(id) } });
const state = filter('promiseState', say.promise, {
  choices: promiseStates.map((value) => ({ value, label: promiseStatesText[value] })),
});
const loanStatus = filter('isActive', say.loanStatus, {
  choices: (['true', 'false'] as const).map((value) => ({ value, label: say.loanStatuses[value] })),
});
const users = filter('hierarchyUsers', say.users);

const listed = {
  source: borrowerDispositions.list,
  export: outcomeExport,
  // DNC and paid-off loans are excluded everywhere (document 2, section 2; G081).
  selectable: ({ borrowerLoan }: Row) => !borrowerLoan.isDNC && !borrowerLoan.paidOff,
  href: ({ loanId }: Row) => `/view-borrower?id=${loanId}`,
};
const ptpColumns = [
  column.number,
  column.borrower,
  column.amount,
  column.due,
  column.promise,
  column.received,
  column.hot,
  column.sub,
  column.followUp,
  column.comments,
  column.client,
  column.status,
  column.agent,
  column.created,
];
const followUpColumns = [
  column.number,
  column.borrower,
  column.followUp,
  column.due,
  column.disposition,
  column.sub,
  column.comments,
  column.amount,
  column.client,
  column.status,
  column.agent,
  column.created,
];
const allColumns = [
  column.number,
  column.borrower,
  column.created,
  column.disposition,
  column.sub,
  column.comments,
  column.amount,
  column.due,
  column.followUp,
  column.hot,
  column.client,
  column.status,
  column.agent,
];

const AbovePromises = () => (
  <>
    <DueChips />
    <WaitingOutcomes only="promise" />
  </>
);
const AboveFollowUps = () => (
  <>
    <DueChips />
    <WaitingOutcomes only="followUp" />
  </>
);

/** Agents see only assigned loans: no agent column, and PTPs of today first. */
function screens(isOwn: boolean, bar: ReturnType<typeof chosenBar>) {
  const common = { ...listed, bar };
  const without = (columns: readonly Column<Row>[]) =>
    isOwn ? columns.filter((one) => one !== column.agent) : columns;
  const people = isOwn ? [] : [users];
  const dueFirst = isOwn ? ({ sort: 'due' } as const) : {};
  return {
    disposition: listScreen({
      ...common,
      title: say.dispositionTitle,
      above: WaitingOutcomes,
      empty: say.noOutcomes,
      columns: without(allColumns),
      filters: [client, disposition, sub, status, ...people, days],
      card: cardOf({ isMixed: true, isOwn }),
    }),
    ptp: listScreen({
      ...common,
      title: say.ptpTitle,
      empty: say.empty,
      fixed: { module: 'PTP', ...dueFirst },
      above: AbovePromises,
      columns: without(ptpColumns),
      filters: [client, subOf(dispositionIds.PTP), state, status, ...people, loanStatus, days],
      card: cardOf({ isOwn }),
    }),
    followUp: listScreen({
      ...common,
      title: say.followUpTitle,
      empty: say.noFollowUps,
      fixed: { module: 'followup', ...dueFirst },
      above: AboveFollowUps,
      columns: without(followUpColumns),
      filters: [client, subOf(dispositionIds.Followup), status, ...people, days],
      card: cardOf({ isOwn }),
    }),
  };
}

/** `Form` creates a task of selected loans. */
export function outcomeLists(Form: TaskForm) {
  const bar = chosenBar(Form);
  return { own: screens(true, bar), all: screens(false, bar) };
}
