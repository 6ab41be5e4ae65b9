/** What is typed for refused rows, and what became of what was saved. */
import { useState } from 'react';
import { mostMended } from '#contexts/files/contract/import-rows.ts';
import { files } from '#contexts/files/contract/files.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { markStale, useAct } from '#kernel/client/calls/query.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notice-store.ts';
import { useMarkUnsaved } from './unsaved.ts';
import { reasonWords } from './reason-words.ts';

export type Refused = WireRow<typeof files.rows>['rows'][number];

export function useMending(jobId: number, rows: readonly Refused[]) {
  const { run, busy } = useAct(files.mend);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [told, setTold] = useState<Readonly<Record<number, string | undefined>>>({});
  const written = rows.flatMap(({ n, key, value }) => {
    const now = typed[n];
    return key !== null && now !== undefined && now !== value ? [{ n, key, was: value, value: now }] : [];
  });
  useLeaveGuard(written.length > 0);
  useMarkUnsaved(jobId, written.length > 0);
  const write = (n: number, value: string): void => {
    setTyped((all) => ({ ...all, [n]: value }));
    setTold((all) => ({ ...all, [n]: undefined }));
  };
  const save = async (): Promise<void> => {
    const sent = written.slice(0, mostMended);
    try {
      const { rows: answered } = await run({ id: String(jobId), rows: sent });
      const faults: Record<number, string> = {};
      for (const { n, outcome, reason, value } of answered) {
        if (outcome === 'wrong' && reason) faults[n] = reasonWords(reason);
        if (outcome === 'followed') faults[n] = say.followedRow;
        if (outcome === 'changed') faults[n] = say.changed(value || say.nothing);
      }
      const ready = answered.filter(({ outcome }) => outcome === 'ready').length;
      const wrong = answered.filter(({ outcome }) => outcome === 'wrong').length;
      if (ready) notice.success(say.saved(ready));
      else if (wrong) notice.error(say.stillWrong(wrong));
      else if (answered.every(({ outcome }) => outcome === 'gone')) notice.info(say.gone);
      setTold(faults);
      // A cell that is still wrong stays as it was typed; all others are shown as the server has them.
      setTyped((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([n]) => {
            const one = answered.find((row) => row.n === Number(n));
            const before = rows.find((row) => row.n === Number(n));
            return !one || (one.outcome === 'wrong' && one.field === before?.field);
          }),
        ),
      );
      markStale(['files']);
    } catch (error) {
      notice.error(error instanceof ApiFailure ? error.words : say.failed);
    }
  };
  return {
    typed,
    told,
    write,
    save,
    busy,
    count: Math.min(written.length, mostMended),
    isOver: written.length > mostMended,
  };
}
