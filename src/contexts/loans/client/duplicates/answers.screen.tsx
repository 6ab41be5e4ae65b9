/** Answers whether near loan numbers are one loan: both numbers side by side, who answered and when. */
import { Link } from 'react-router-dom';
import { loans } from '#contexts/loans/contract/loans.ts';
import { answerKinds } from '#contexts/loans/contract/number-answers.ts';
import { twinsText as twins } from '#contexts/loans/text/en/loan-twins.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { columnsOf } from '#kernel/ui/list/columns/columns.tsx';
import { filtersOf } from '#kernel/ui/list/filters.ts';
import { listScreen } from '#kernel/ui/list/list-screen.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { exactRupees, momentText, money } from '#kernel/ui/parts/values/format.ts';
import css from './duplicates.module.css';
import { DuplicateTabs } from './tabs.tsx';

const say = twins.answers;
type Side = WireRow<typeof loans.numberAnswers>['like'];
const col = columnsOf(loans.numberAnswers);
const filter = filtersOf(loans.numberAnswers);

const closedOf = ({ isActive }: { isActive: boolean }): string => (isActive ? '' : twins.closed);
const textOf = ({ loanNumber, loan }: Side): string =>
  [loanNumber, ...(loan ? [loan.name, money(loan.totalOutstanding), closedOf(loan)] : [])]
    .filter(Boolean)
    .join(' · ');

function SideOf({ side: { loanNumber, loan } }: { side: Side }) {
  if (!loan) return loanNumber;
  return (
    <span>
      <Link className={look.link} to={`/view-borrower?id=${loan.id}`}>
        {loanNumber}
      </Link>{' '}
      {[loan.name, exactRupees(loan.totalOutstanding), closedOf(loan)].filter(Boolean).join(' · ')}
    </span>
  );
}
const Above = () => (
  <>
    <DuplicateTabs now="answers" />
    <p className={css.about}>{say.about}</p>
  </>
);

export const AnswersScreen = listScreen({
  source: loans.numberAnswers,
  title: twins.title,
  empty: say.empty,
  above: Above,
  filters: [
    filter('answer', say.answer, {
      choices: answerKinds.map((value) => ({ value, label: say.kinds[value] })),
    }),
  ],
  columns: [
    col.custom('number', say.number, ({ number }) => <SideOf side={number} />, {
      text: ({ number }) => textOf(number),
      width: 340,
    }),
    col.custom('like', say.like, ({ like }) => <SideOf side={like} />, {
      text: ({ like }) => textOf(like),
      width: 340,
    }),
    col.of('answer', say.answer, ({ answer }) => say.kinds[answer], { width: 150 }),
    col.of('client', twins.client, ({ client }) => client.name),
    col.text('answeredBy', say.by),
    col.moment('answeredAt', say.at),
  ],
  actions: [
    {
      label: say.askAgain,
      run: loans.askNumberAgain,
      asks: ({ number, like }) => say.confirm(number.loanNumber, like.loanNumber),
      says: { done: say.done },
    },
  ],
  card: ({ answer, number, like, client, answeredBy, answeredAt }) => ({
    who: say.kinds[answer],
    next: (
      <>
        {[client.name, answeredBy, momentText(answeredAt)].filter(Boolean).join(' · ')}
        <br />
        <SideOf side={number} />
        <br />
        <SideOf side={like} />
      </>
    ),
  }),
});
