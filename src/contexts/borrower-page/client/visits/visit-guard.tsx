import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Span } from '#contexts/contact/contract/contact-block.ts';
import { visits } from '#contexts/work/contract/visits.ts';
import { usedText } from '#text/en/channels.ts';
import { contactRulesText } from '#text/en/contact-rules.ts';
import { noticeWords, visitsText as say } from '#contexts/work/text/en/visits.ts';
import { type VisitNotice, noticeState } from '#contexts/work/contract/visit-notice.ts';
import { notice as notices } from '#kernel/client/app/notices/notice-store.ts';
import { wordsOf } from '#kernel/client/calls/api-failure.ts';
import { statementIn } from '#kernel/client/calls/statement.ts';
import { absenceWords } from '#kernel/ui/parts/values/stated.tsx';
import { useAct, useRead } from '#kernel/client/calls/queries/query.ts';
import { dateWords, momentText, spansText } from '#kernel/ui/parts/values/format.ts';
import css from '../outcome/actions.module.css';

const rules: Readonly<Record<string, string>> = contactRulesText.rules;

interface Standing {
  rule: string | null;
  reason?: string | null | undefined;
  until: string | null;
  counted?: string;
  /** By which channels. */
  used?: string;
  /** Of a visit that needs it. */
  notice?: VisitNotice | null | undefined;
  /** Times of the day in which the borrower wants no contact. */
  avoid: readonly Span[];
  /** Time of cached data, where the server is unreachable. */
  asOf?: Date;
}

/** Current decision of the guard on a visit; offline, from this phone's latest data. */
export function useVisitGuard(loanId: number): Standing | undefined {
  const { data, asOf } = useRead(visits.allowance, { id: String(loanId) });
  if (!data) return undefined;
  const { rule, reason, until, times, most, everyDays, by, notice, avoid = [] } = data;
  const counted =
    most === null
      ? {}
      : {
          counted: contactRulesText.counted(times ?? 0, most, everyDays ?? 1),
          ...(by.length > 0 && { used: usedText(by) }),
        };
  return { rule, reason, until, notice, avoid, ...counted, ...(asOf && { asOf }) };
}

/** The borrower is notified once; offline that must be postponed. */
function Notice({ loanId, notice, isKnown }: { loanId: number; notice: VisitNotice; isKnown: boolean }) {
  const { run, busy } = useAct(visits.notify);
  const [now] = useState(() => new Date());

  const tell = async (): Promise<void> => {
    try {
      await run({ loanId });
      notices.success(say.noticeAsked);
    } catch (error) {
      notices.error(wordsOf(error) ?? say.failed);
    }
  };
  return (
    <>
      <p>{noticeWords(notice, now, dateWords)}</p>
      {isKnown && noticeState(notice, now).is === 'none' && (
        <Button variant="light" loading={busy} onClick={() => void tell()}>
          {say.noticeGive}
        </Button>
      )}
    </>
  );
}

/** Before a visit: whether it is permitted, and the age of that decision. */
export function VisitGuard({ loanId, standing }: { loanId: number; standing: Standing | undefined }) {
  const absent = absenceWords(statementIn(useRead(visits.allowance, { id: String(loanId) })), '');
  if (!standing)
    return absent ? (
      <p className={css.may} role="status">
        {contactRulesText.contacts}: {absent}
      </p>
    ) : null;
  const { rule, reason, until, counted, used, notice, avoid, asOf } = standing;
  const why = rule === null ? undefined : (rules[rule] ?? contactRulesText.blocked);
  if (!why && !counted && !asOf && !notice && avoid.length === 0) return null;
  return (
    <div className={css.may} role="status" data-blocked={why ? true : undefined}>
      {asOf && <p>{say.knownAt(momentText(asOf.toISOString()))}</p>}
      {notice && <Notice {...{ loanId, notice }} isKnown={asOf === undefined} />}
      {counted && (
        <p>
          {contactRulesText.contacts}: <b>{counted}</b>
          {used && ` (${used})`}
        </p>
      )}
      {avoid.length > 0 && <p>{contactRulesText.avoids(spansText(avoid))}</p>}
      {why && (
        <p>
          {[
            `${why}${reason ? ` (${reason})` : ''}.`,
            until && contactRulesText.from(momentText(until)),
            say.onlyHappened,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </div>
  );
}
