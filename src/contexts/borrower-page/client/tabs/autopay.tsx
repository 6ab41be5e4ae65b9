/** Autopay of a loan: what was agreed and charged, and the link to offer it. */
import { greyed } from '#kernel/ui/parts/greyed.ts';
import { useState } from 'react';
import { autopay } from '#contexts/payments/contract/autopay/autopay.ts';
import { mandateIsOver } from '#contexts/payments/contract/autopay/autopay-rules.ts';
import { autopayText as say } from '#contexts/payments/text/en/autopay.ts';
import { kitText } from '#text/en/kit.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { useOnline } from '#kernel/client/calls/online.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { Facts } from '../facts.tsx';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { Question } from '#kernel/ui/form/question.tsx';
import look from '#kernel/ui/parts/sheet/actions.module.css';
import { dayText, money } from '#kernel/ui/parts/values/format.ts';
import css from '../borrower.module.css';

export function Autopay({ loanId }: { loanId: number }) {
  const reading = useRead(autopay.ofLoan, { loanId });
  const { data } = reading;
  const offer = useAct(autopay.offer);
  const end = useAct(autopay.end);
  const isOnline = useOnline();
  const [isStopping, setStopping] = useState(false);
  if (!data) {
    const absent = absenceWords(statementIn(reading), '');
    return absent ? <Facts title={say.title} facts={[]} empty={absent} /> : null;
  }
  if (data.mandate === null && data.fault === 'off') return null;
  const { mandate, fault } = data;
  const told = (error: unknown): void => notice.error(wordsOf(error) ?? say.failed);
  const isRunning = mandate !== null && !mandateIsOver(mandate.state) && !mandate.isEnding;
  return (
    <section className={css.box}>
      <div className={css.boxHead}>
        <h2>{say.title}</h2>
        {fault === null && (
          <button
            type="button"
            className={look.plain}
            disabled={offer.busy}
            {...greyed(!isOnline && kitText.needsNetwork)}
            onClick={() => void offer.run({ loanId }).then(() => notice.success(say.offered), told)}
          >
            {say.offer}
          </button>
        )}
        {isRunning && (
          <button
            type="button"
            className={look.plain}
            {...greyed(!isOnline && kitText.needsNetwork)}
            onClick={() => setStopping(true)}
          >
            {say.stop}
          </button>
        )}
      </div>
      {mandate === null && fault !== null && <p className={css.none}>{say.faults[fault]}</p>}
      {mandate && (
        <ul className={css.outcomes}>
          <li>
            <span className={css.what}>{mandate.isEnding ? say.ending : say.states[mandate.state]}</span>
            <span className={css.when}>
              {[
                say.sources[mandate.source],
                mandate.endReason && say.endReasons[mandate.endReason],
                mandate.nextOn && `${say.nextOn} ${dayText(mandate.nextOn)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
          {mandate.charges.map(({ instalment, dueOn, amount, became }) => (
            <li key={`${instalment} ${dueOn}`}>
              <span className={css.what}>{money(amount)}</span>
              <span className={css.when}>{`${dayText(dueOn)} · ${say.charges[became]}`}</span>
            </li>
          ))}
        </ul>
      )}
      {isStopping && mandate && (
        <Question
          words={say.askStop('')}
          yes={say.stop}
          no={kitText.cancel}
          isSafe="no"
          busy={end.busy}
          onAnswer={(isYes) => {
            setStopping(false);
            if (isYes) void end.run({ id: mandate.id }).then(() => notice.success(say.stopped), told);
          }}
        />
      )}
    </section>
  );
}
