/** Today: the month, the current borrower, and the list; on wide screens the list is on the side. */
import { type ComponentType, Suspense, useEffect } from 'react';
import { todaySections } from '#contexts/work/contract/today.ts';
import { todayText as say } from '#contexts/work/text/en/today.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { rowId, useSearch, words } from '#kernel/client/app/search.ts';
import { walkAlong } from '#kernel/client/app/walk.ts';
import { ListSkeleton, ListState } from '#kernel/ui/list/list-states.tsx';
import { CallBacks } from '../rows/call-backs.tsx';
import { KnownAt } from '#kernel/ui/parts/values/known-at.tsx';
import css from './day.module.css';
import { DeskWork } from './desk-work.tsx';
import { MonthCard, useMonth } from './month-card.tsx';
import { NextCard } from '../rows/next-card.tsx';
import { Chips, Rows } from '../rows/rows.tsx';
import { type Day as DayOf, useDay } from './use-day.ts';
import { useIsWide } from '#kernel/ui/parts/use-media.ts';

/** What another context does with one loan: see `LoanAct`. */
type Act = ComponentType<{
  loanId: number;
  what: string;
  onNext: (what: string) => void;
  onDone: (isSaved: boolean) => void;
}>;

export interface Brought {
  /** The daily task that runs. */
  Task: ComponentType;
  Act: Act;
  /** The user's daily figures; at the desk. */
  Own: ComponentType;
}

export function Day({ Task, Act, Own }: Brought) {
  const day = useDay();
  const isWide = useIsWide();
  // From here Today determines the next borrower.
  useEffect(() => walkAlong([]), []);
  const { search, set } = useSearch({ add: words, of: rowId });
  const open = (loanId: number, what: string): void => set({ add: what, of: loanId }, 'push');
  const { add: what, of } = search;
  const { summary, reading } = day;
  const all = summary && todaySections.reduce((sum, name) => sum + summary[name], 0);
  return (
    <div className={css.day}>
      <div className={css.side}>
        <AsOf list={day.reading.asOf} />
        <MonthCard summary={summary} all={all} worked={day.worked} now={day.now} absent={reading.error} />
        {isWide && (
          <>
            <Own />
            <CallBacks day={day} />
          </>
        )}
      </div>
      <div className={css.work}>
        <Task />
        <Work day={day} isWide={isWide} onOpen={open} />
      </div>
      <section className={css.list} aria-label={say.title}>
        <Chips day={day} />
        <div className={css.rows}>
          {reading.data ? (
            <Rows day={day} isBeside={isWide} />
          ) : reading.isPending ? (
            <ListSkeleton isPhone columns={1} />
          ) : (
            <ListState error={reading.error} empty={say.empty} onRetry={reading.refetch} />
          )}
        </div>
      </section>
      {what && of && (
        <Suspense>
          <Act
            key={`${what} ${of}`}
            loanId={of}
            what={what}
            onNext={(next) => set({ add: next })}
            onDone={(isSaved) => (isSaved ? day.handle(of) : set({ add: undefined, of: undefined }))}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The oldest of what is shown, once, and only without a network. */
function AsOf({ list }: { list: Date | undefined }) {
  const isOnline = useOnline();
  const { asOf: month } = useMonth();
  return isOnline ? null : <KnownAt of={[list, month]} className={css.asOf} />;
}

interface WorkProps {
  day: DayOf;
  isWide: boolean;
  onOpen: (loanId: number, what: string) => void;
}
function Work({ day, isWide, onOpen }: WorkProps) {
  const { reading, current, left, section } = day;
  if (!reading.data) return reading.isPending ? <div className={css.waiting} aria-hidden="true" /> : null;
  if (current && (left > 0 || day.isChosen))
    return isWide ? <DeskWork day={day} onOpen={onOpen} /> : <NextCard day={day} onOpen={onOpen} />;
  if (reading.data.count === 0 || section) return null;
  return (
    <section className={css.done} aria-labelledby="all-done">
      <h2 id="all-done">{say.allDone}</h2>
      <p>{say.allDoneAbout}</p>
    </section>
  );
}
