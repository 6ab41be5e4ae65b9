import { dialer } from '#contexts/dialer/contract/dialer.ts';
import { usedText } from '#text/en/channels.ts';
import { contactRulesText as say } from '#text/en/contact-rules.ts';
import { kitText } from '#text/en/kit.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useRead } from '#kernel/client/calls/queries/query.ts';
import { momentText, momentWords, spansText } from '#kernel/ui/parts/values/format.ts';
import css from './actions.module.css';

const rules: Readonly<Record<string, string>> = say.rules;

/** How often this person was contacted, and why they may not be called now. */
export function MayCall({ loanId }: { loanId: number }) {
  const reading = useRead(dialer.allowance, { id: String(loanId) });
  const { data, asOf } = reading;
  if (!data) {
    const absent = absenceWords(statementIn(reading), '');
    return absent ? (
      <p>
        {say.contacts}: {absent}
      </p>
    ) : null;
  }
  const { times, most, everyDays, by, rule, reason, until, avoid = [], recentCall } = data;
  // The present call itself is no reason worth showing.
  const why = rule === null || rule === 'on_call' ? undefined : (rules[rule] ?? say.blocked);
  if (most === null && !why && avoid.length === 0 && !asOf && !recentCall) return null;
  return (
    <div className={css.may} data-blocked={why ? true : undefined}>
      {most !== null && (
        <p>
          {say.contacts}: <b>{say.counted(times ?? 0, most, everyDays ?? 1)}</b>
          {by.length > 0 && ` (${usedText(by)})`}
        </p>
      )}
      {asOf && <p>{kitText.asOf(momentText(asOf.toISOString()))}</p>}
      {avoid.length > 0 && <p>{say.avoids(spansText(avoid))}</p>}
      {recentCall && (
        <p>
          {(recentCall.isTalk ? say.recentTalk : say.recentCall)(
            momentWords(recentCall.at),
            momentWords(recentCall.until),
          )}
        </p>
      )}
      {why && (
        <p>
          {[`${why}${reason ? ` (${reason})` : ''}.`, until && say.from(momentText(until))]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  );
}
