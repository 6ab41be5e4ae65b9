import { Link } from 'react-router-dom';
import { usersTask } from '#contexts/work/contract/users-task.ts';
import { paidOffText } from '#contexts/loans/text/en/paid-off.ts';
import { tasksText as say } from '#contexts/work/text/en/tasks.ts';
import { queueText } from '#text/en/queue.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { useWaiting } from '#phone/outbox/queue/use-queue.ts';
import { ListSkeleton, ListState } from '#kernel/ui/list/list-states.tsx';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { dateWords } from '#kernel/ui/parts/values/format.ts';
import { StatusPill, type Tone } from '#kernel/ui/parts/values/status-pill.tsx';
import css from './tasks.module.css';

type Loan = WireRow<typeof usersTask.loans>;
const stateOf = ({ isAttended, isDNC, paidOff, promisedFor }: Loan): [Tone, string] => {
  if (isAttended) return ['good', say.isDone];
  if (paidOff) return ['good', paidOffText.over(dateWords(paidOff.on), paidOff.isSettled)];
  if (isDNC) return ['bad', say.doNotCall];
  return promisedFor ? ['warn', say.promisedFor(dateWords(promisedFor))] : ['plain', say.toDo];
};

/** Its disposition is in this phone's outbox: completed once it has arrived. */
const Waiting = ({ loanId }: { loanId: number }) =>
  useWaiting(`loan:${loanId}`).length > 0 && <StatusPill tone="warn">{queueText.waiting}</StatusPill>;

/** Loans of a task: remaining ones first, then the others with results. */
export function TaskLoans({ id }: { id: number }) {
  const { data, error, isPending, refetch } = useRead(usersTask.loans, { id: String(id) });
  if (!data)
    return isPending ? (
      <ListSkeleton isPhone columns={1} />
    ) : (
      <ListState error={error} empty={say.noLoans} onRetry={refetch} />
    );
  if (data.length === 0) return <p className={css.none}>{say.noLoans}</p>;
  return (
    <ul className={css.loans}>
      {data.map((loan) => {
        const [tone, word] = stateOf(loan);
        return (
          <li key={loan.loanId}>
            <Link to={`/view-borrower?id=${loan.loanId}`}>{loan.name}</Link>
            <span className={css.number}>{loan.loanNumber}</span>
            <StatusPill tone={tone}>{word}</StatusPill>
            <Waiting loanId={loan.loanId} />
            <span className={css.what}>
              {[loan.disposition, loan.subDisposition, loan.comments].filter(Boolean).join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
