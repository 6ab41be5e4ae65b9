/** What to know before the first word: the promise, when and where they answer, how often they may still be contacted. */
import { IconCalendarCheck, IconCalendarX, IconClock, IconPhone, IconShieldCheck } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { dayInIndia } from '#kernel/contract/india.ts';
import { loans } from '#contexts/loans/contract/loans.ts';
import { borrowerText } from '#contexts/loans/text/en/borrower.ts';
import { dayWords, minutesText, rupees } from '#kernel/ui/parts/format.ts';
import { useRead } from '#kernel/client/calls/query.ts';
import css from './know.module.css';
import { mayHaveLetter } from './letter-rule.ts';
import type { TimelineRow } from './timeline/timeline-words.ts';
import { useTimeline } from './timeline/timeline.tsx';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

const say = borrowerText.know;
const MayCall = lazy(async () => ({ default: (await import('./outcome/may-call.tsx')).MayCall }));
const NoDues = lazy(async () => ({ default: (await import('./no-dues.tsx')).NoDues }));
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

interface KnowProps {
  loanId: number;
  mayRecord: boolean;
  isPaid: boolean;
}
export function Know({ loanId, mayRecord, isPaid }: KnowProps) {
  const { data } = useTimeline(loanId);
  return (
    <section className={css.know} aria-label={say.title}>
      <Promised rows={data ?? []} isKnown={data !== undefined} />
      <Talks rows={data ?? []} />
      <BestTime loanId={loanId} />
      {mayHaveLetter(isPaid, data) && (
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

function Promised({ rows, isKnown }: { rows: readonly TimelineRow[]; isKnown: boolean }) {
  const promised = rows.find(({ kind, state }) => kind === 'promise' && state === 'open');
  const broken = rows.filter(({ kind, state }) => kind === 'judged' && state === 'broken');
  const [last] = broken;
  if (promised?.day)
    return (
      <Line tone="info" picture={<IconCalendarCheck {...icon} />}>
        {say.promised(rupees(promised.amount ?? 0), dayWords(promised.day))}
      </Line>
    );
  if (last?.day)
    return (
      <Line tone="bad" picture={<IconCalendarX {...icon} />}>
        {[
          say.broken(rupees(last.amount ?? 0), dayWords(last.day)),
          broken.length > 1 && say.times(broken.length),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Line>
    );
  return <Line picture={<IconCalendarCheck {...icon} />}>{isKnown ? say.noPromise : ' '}</Line>;
}

const clock = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;

function Talks({ rows }: { rows: readonly TimelineRow[] }) {
  const last = rows.find(({ kind, seconds }) => kind === 'call' && (seconds ?? 0) > 0);
  return (
    <Line picture={<IconPhone {...icon} />}>
      {last ? say.talked(dayWords(dayInIndia(last.at)), minutesText(last.seconds ?? 0)) : say.noTalk}
    </Line>
  );
}

function BestTime({ loanId }: { loanId: number }) {
  const { data } = useRead(loans.bestTime, { id: String(loanId) });
  const { best, number } = data ?? {};
  const hours = best && `${clock(best.from)}–${clock(best.until)}`;
  const words = [
    best && hours && (best.isUsual ? say.bestUsual(hours) : say.best(hours, best.within, best.outside)),
    number && say.bestNumber(number.place, number),
  ].filter(Boolean);
  // A line of its own from the start: nothing moves when it is known.
  return <Line picture={<IconClock {...icon} />}>{words.join('. ') || (data ? say.noBest : ' ')}</Line>;
}
