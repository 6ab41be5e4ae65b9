import { borrowerDispositions } from '#contract/borrower-dispositions.ts';
import { promiseMood } from '#contract/promise-states.ts';
import { borrowerDispositionsText } from '#text/en/borrower-dispositions.ts';
import { loansText as say } from '#text/en/loans.ts';
import { useRead } from '#client/kernel/query.ts';
import { useWaiting } from '#client/offline/use-queue.ts';
import { dayText, momentText, money } from '#client/ui/format.ts';
import { StatusPill } from '#client/ui/status-pill.tsx';
import css from './borrower.module.css';

/** What was said and promised, newest first; what waits on this phone stands above it. */
export function Outcomes({ loanId }: { loanId: number }) {
  const { data } = useRead(borrowerDispositions.list, { loanId, size: 50 });
  const waiting = useWaiting(`loan:${loanId}`);
  return (
    <section className={css.box}>
      <h2>{say.dispositions}</h2>
      <ul className={css.outcomes}>
        {waiting.map((item) => (
          <li key={item.id}>
            <span className={css.what}>{item.says}</span>
            <StatusPill tone="warn">{borrowerDispositionsText.waiting}</StatusPill>
          </li>
        ))}
        {data?.rows.map((row) => (
          <li key={row.id}>
            <span className={css.what}>
              {[row.dispositions.name, row.subDispositions?.name].filter(Boolean).join(' · ')}
            </span>
            {row.amount !== null && <span className={css.amount}>{money(row.amount)}</span>}
            <span className={css.when}>
              {[row.actionDate && dayText(row.actionDate), momentText(row.createdAt), row.agentName]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {row.promise && (
              <span className={css.promise}>
                <StatusPill tone={promiseMood[row.promise.state]}>
                  {borrowerDispositionsText.promises[row.promise.state]}
                </StatusPill>
                {row.promise.received > 0 && borrowerDispositionsText.received(money(row.promise.received))}
              </span>
            )}
            {row.comments && <q className={css.comment}>{row.comments}</q>}
          </li>
        ))}
      </ul>
      {data?.rows.length === 0 && waiting.length === 0 && <p className={css.none}>{say.none}</p>}
    </section>
  );
}
