import { Suspense, useState } from 'react';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { loanHolds } from '#contexts/contact/contract/loan-holds.ts';
import { isForEver } from '#contexts/contact/contract/contact-block.ts';
import { kitText } from '#text/en/kit.ts';
import { loanHoldsText as say } from '#contexts/contact/text/en/loan-holds.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { Stated } from '#kernel/ui/parts/values/stated.tsx';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayText, momentText } from '#kernel/ui/parts/values/format.ts';
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import { StatusPill } from '#kernel/ui/parts/values/status-pill.tsx';
import css from '../borrower.module.css';
import type { Loan } from '../loan/loan.ts';
import { lazy } from '#kernel/ui/parts/lazy-part.tsx';

type Hold = WireRow<typeof loanHolds.list>;
const HoldForm = lazy(async () => ({ default: (await import('./hold-form.tsx')).HoldForm }));

/** Pill next to the name: on hold, and until when. */
export function RestPill({ loanId }: { loanId: number }) {
  const { data } = useRead(loanHolds.list, { loanId });
  const now = data?.find(({ isNow }) => isNow);
  return now ? (
    <StatusPill tone="warn">
      {isForEver(now.untilDay) ? now.reason : say.rests(dayText(now.untilDay))}
    </StatusPill>
  ) : null;
}

/** Current and past holds of a loan, with reason, author and time. */
export function Holds({ loan }: { loan: Loan }) {
  const reading = useRead(loanHolds.list, { loanId: loan.id });
  const { data = [], asOf } = reading;
  const mayDo = useMay();
  const isOnline = useOnline();
  const [isPlacing, setPlacing] = useState(false);
  const [ending, setEnding] = useState<Hold>();
  const mayPlace = mayDo(loanHolds.place.can) && loan.isActive;
  const mayEnd = mayDo(loanHolds.end.can);
  const of = statementIn(reading);
  if (of.state === 'none' && !mayPlace) return null;
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{say.title}</h2>
        {mayPlace && (
          <button
            type="button"
            className={look.plain}
            {...greyed(!isOnline && kitText.needsNetwork)}
            onClick={() => setPlacing(true)}
          >
            {say.place}
          </button>
        )}
      </div>
      <Stated of={of} none={say.none} className={css.none}>
        {() => asOf && <p className={css.none}>{kitText.asOf(momentText(asOf.toISOString()))}</p>}
      </Stated>
      <ul className={css.outcomes}>
        {data.map((hold) => (
          <HoldLine
            key={hold.id}
            hold={hold}
            onEnd={mayEnd && isOnline ? () => setEnding(hold) : undefined}
          />
        ))}
      </ul>
      {isPlacing && (
        <Suspense>
          <HoldForm loan={loan} onClose={() => setPlacing(false)} />
        </Suspense>
      )}
      {ending && <End hold={ending} onDone={() => setEnding(undefined)} />}
    </section>
  );
}

function HoldLine({ hold, onEnd }: { hold: Hold; onEnd?: () => void }) {
  const { reason, fromDay, untilDay, placedBy, endedBy, endedAt, isNow, note } = hold;
  const ended = endedAt && say.endedBy(endedBy ?? '', momentText(endedAt));
  return (
    <li>
      <span className={css.what}>
        {reason} {!isNow && <StatusPill tone="plain">{say.over}</StatusPill>}
      </span>
      <span className={css.when}>
        {[
          isForEver(untilDay) ? say.since(dayText(fromDay)) : say.days(dayText(fromDay), dayText(untilDay)),
          placedBy,
          ended,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {note && <q className={css.comment}>{note}</q>}
      {isNow && onEnd && (
        <span>
          <button type="button" className={look.plain} aria-label={`${say.end}: ${reason}`} onClick={onEnd}>
            {say.end}
          </button>
        </span>
      )}
    </li>
  );
}

function End({ hold, onDone }: { hold: Hold; onDone: () => void }) {
  const { run, busy } = useAct(loanHolds.end);
  const answer = async (isYes: boolean): Promise<void> => {
    if (isYes)
      await run({ id: hold.uId }).then(
        () => notice.success(say.ended),
        (error: unknown) => notice.error(wordsOf(error) ?? say.failed),
      );
    onDone();
  };
  return (
    <Question
      words={say.askEnd(hold.reason)}
      yes={say.end}
      no={kitText.cancel}
      isSafe="no"
      busy={busy}
      onAnswer={(isYes) => void answer(isYes)}
    />
  );
}
