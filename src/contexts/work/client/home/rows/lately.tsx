/** Recent dispositions of a borrower, newest first. */
import { IconCalendarDue, IconCash, IconNote, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { dispositionIds } from '#contexts/lenders/contract/dispositions.ts';
import { borrowerDispositions } from '#contexts/work/contract/borrower-dispositions.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { dayInIndia } from '#kernel/contract/india.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { dayWords, momentText, rupees } from '#kernel/ui/parts/values/format.ts';
import css from './lately.module.css';

const most = 5;
const icons: Readonly<Record<number, readonly [typeof IconNote, string]>> = {
  [dispositionIds.PTP]: [IconCalendarDue, 'info'],
  [dispositionIds.Payment]: [IconCash, 'good'],
  [dispositionIds.FinalSettlement]: [IconRosetteDiscountCheck, 'violet'],
};

export function Lately({ loanId, now }: { loanId: number; now: Date }) {
  const reading = useRead(borrowerDispositions.list, { loanId, size: most });
  const { data, isPending } = reading;
  return (
    <section className={css.lately} aria-labelledby="lately">
      <h2 id="lately">{say.lately}</h2>
      <Stated of={statementIn(reading, ({ rows }) => rows)} none={say.nothingLately} className={css.none}>
        {() => null}
      </Stated>
      <ol aria-busy={isPending || undefined}>
        {data?.rows.map((row) => {
          const [Icon, mood] = icons[row.dispositions.id] ?? [IconNote, 'plain'];
          const facts = [
            row.amount !== null && row.amount !== undefined && rupees(row.amount),
            row.actionDate && say.forDay(dayWords(row.actionDate, now)),
            row.comments && `“${row.comments}”`,
            row.agentName,
          ];
          return (
            <li key={row.id}>
              <i data-mood={mood} aria-hidden="true">
                <Icon size={18} stroke={1.75} />
              </i>
              <span className={css.what}>
                {[row.dispositions.name, row.subDispositions?.name].filter(Boolean).join(' · ')}
              </span>
              <time dateTime={row.createdAt} title={momentText(row.createdAt)}>
                {dayWords(dayInIndia(row.createdAt), now)}
              </time>
              <span className={css.facts}>{facts.filter(Boolean).join(' · ')}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
