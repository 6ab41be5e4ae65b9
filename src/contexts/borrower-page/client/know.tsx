/** Call preparation: the PTP, best time and number, and remaining contacts. */
import { promiseStatesText } from '#text/en/promise-states.ts';
import { IconCalendarCheck, IconCalendarX, IconClock, IconPhone, IconShieldCheck } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { dayInIndia } from '#kernel/contract/india.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { dayWords, minutesText, rupees } from '#kernel/ui/parts/values/format.ts';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { type Statement, statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useWaitingOf } from '#phone/outbox/waiting/use-waiting-of.ts';
import { waitingPromise } from '#phone/outbox/waiting/waiting-of.ts';
import css from './know.module.css';
import { mayHaveLetter } from './letters/letter-rule.ts';
import type { TimelineRow } from './timeline/timeline-words.ts';
import { type PromiseStanding, promiseIn, talkIn } from './timeline/timeline-facts.ts';
import { useTimeline } from './timeline/timeline.tsx';
import { promiseMood, shownStateIn } from '#contexts/work/contract/promise-states.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const say = borrowerText.know;
const MayCall = lazy(async () => ({ default: (await import('./outcome/may-call.tsx')).MayCall }));
const NoDues = lazy(async () => ({ default: (await import('./letters/no-dues.tsx')).NoDues }));
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface KnowProps {
  loanId: number;
  mayRecord: boolean;
  isPaid: boolean;
}
export function Know({ loanId, mayRecord, isPaid }: KnowProps) {
  const timeline = useTimeline(loanId);
  return (
    <section className={css.know} aria-label={say.title}>
      <Promised of={promiseIn(timeline)} loanId={loanId} />
      <Talks of={talkIn(timeline)} />
      <BestTime loanId={loanId} />
      {mayHaveLetter(isPaid, timeline.data) && (
        <Suspense>
          <NoDues loanId={loanId} />
        </Suspense>
      )}
      {mayRecord && (
        <div className={css.line}>
          <IconShieldCheck {...icon} />
          <Suspense fallback={<span className={css.bone} />}>
            <MayCall loanId={loanId} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

const Line = ({ tone, picture, children }: { tone?: string; picture: ReactNode; children: string }) => (
  <p className={css.line} data-tone={tone}>
    {picture}
    <span>{children}</span>
  </p>
);

function Promised({ of, loanId }: { of: Statement<PromiseStanding>; loanId: number }) {
  const unsent = waitingPromise(useWaitingOf({ loanId }), loanId);
  if (unsent)
    return (
      <Line tone="info" picture={<IconCalendarCheck {...icon} />}>
        {say.unsent(rupees(unsent.amount), dayWords(unsent.day))}
      </Line>
    );
  if (of.state !== 'known')
    return <Line picture={<IconCalendarCheck {...icon} />}>{absenceOf(say.promise, of, say.noPromise)}</Line>;
  const { open, judged, times } = of.value;
  if (open)
    return (
      <Line tone="info" picture={<IconCalendarCheck {...icon} />}>
        {say.promised(rupees(open.amount ?? 0), dayWords(open.day ?? ''))}
      </Line>
    );
  return judged ? <Judged of={judged} times={times} /> : null;
}

function Judged({ of: { state, amount, day }, times }: { of: TimelineRow; times: number }) {
  const isBroken = state === 'broken';
  const shown = shownStateIn(state);
  const facts = [rupees(amount ?? 0), dayWords(day ?? '')] as const;
  return (
    <Line
      tone={shown && promiseMood[shown]}
      picture={isBroken ? <IconCalendarX {...icon} /> : <IconCalendarCheck {...icon} />}
    >
      {[
        isBroken ? say.broken(...facts) : say.judged(...facts, shown ? promiseStatesText[shown] : ''),
        times > 1 && say.times(times),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Line>
  );
}

/** Text of a missing value, with its subject where a device lacks it. */
const absenceOf = (label: string, of: Statement<unknown>, none: string): string =>
  of.state === 'none' ? none : of.state === 'pending' ? ' ' : `${label}: ${absenceWords(of, none)}`;

/** Hours of the clock; 24 is the midnight after 23. */
const clock = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? 'am' : 'pm'}`;

function Talks({ of }: { of: Statement<TimelineRow> }) {
  return (
    <Line picture={<IconPhone {...icon} />}>
      {of.state === 'known'
        ? say.talked(dayWords(dayInIndia(of.value.at)), minutesText(of.value.seconds ?? 0))
        : absenceOf(say.lastTalk, of, say.noTalk)}
    </Line>
  );
}

function BestTime({ loanId }: { loanId: number }) {
  const reading = useRead(loans.bestTime, { id: String(loanId) });
  const { data } = reading;
  const { best, number } = data ?? {};
  const hours = best && `${clock(best.from)}–${clock(best.until)}`;
  const words = [
    best && hours && (best.isUsual ? say.bestUsual(hours) : say.best(hours, best.within, best.outside)),
    number && say.bestNumber(number.place, number),
  ].filter(Boolean);
  // Reserved row, to avoid layout shift.
  return (
    <Line picture={<IconClock {...icon} />}>
      {words.join('. ') ||
        absenceOf(say.bestTime, data ? { state: 'none' } : statementIn(reading), say.noBest)}
    </Line>
  );
}
