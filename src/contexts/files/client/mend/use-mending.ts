/** Typed corrections of rejected rows and skipped cells, and their results. */
import { useState } from 'react';
import { mostMended } from '#contexts/files/contract/import-rows.ts';
import { files } from '#contexts/files/contract/files.ts';
import type { WireRow } from '#kernel/contract/endpoint.ts';
import { mendText as say } from '#contexts/files/text/en/mend-rows.ts';
import { ApiFailure } from '#kernel/client/calls/api-failure.ts';
import { markStale, useAct } from '#kernel/client/calls/queries/query.ts';
import { useLeaveGuard } from '#kernel/client/session/leave.ts';
import { notice } from '#kernel/client/app/notices/notice-store.ts';
import { useMarkUnsaved } from './unsaved.ts';
import { reasonWords } from './reason-words.ts';

export type Refused = WireRow<typeof files.rows>['rows'][number];
/** A rejected row is one input, an imported row one per skipped cell. */
export const cellIdOf = ({ n, key, isLeftOut }: Pick<Refused, 'n' | 'key' | 'isLeftOut'>): string =>
  isLeftOut ? `${n} ${key ?? ''}` : String(n);
/** Whether a cell of an answer is the one that this row shows. */
const isPlaceOf = (row: Refused, cell: { n: number; key?: string | undefined }): boolean =>
  row.n === cell.n && (row.key === cell.key || !row.isLeftOut);

export function useMending(jobId: number, rows: readonly Refused[]) {
  const { run, busy } = useAct(files.mend);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [told, setTold] = useState<Readonly<Record<string, string | undefined>>>({});
  const written = rows.flatMap((row) => {
    const { n, key, value } = row;
    const now = typed[cellIdOf(row)];
    return key !== null && now !== undefined && now !== value ? [{ n, key, was: value, value: now }] : [];
  });
  useLeaveGuard(written.length > 0);
  useMarkUnsaved(jobId, 'rows', written.length > 0);
  const write = (place: string, value: string): void => {
    setTyped((all) => ({ ...all, [place]: value }));
    setTold((all) => ({ ...all, [place]: undefined }));
  };
  const save = async (): Promise<void> => {
    const sent = written.slice(0, mostMended);
    try {
      const { rows: answered } = await run({ id: String(jobId), rows: sent });
      const faults: Record<string, string> = {};
      for (const { n, key, outcome, reason, value } of answered) {
        const row = rows.find((one) => isPlaceOf(one, { n, key }));
        const place = row ? cellIdOf(row) : String(n);
        if (outcome === 'wrong' && reason) faults[place] = reasonWords(reason);
        if (outcome === 'followed') faults[place] = row?.isLeftOut ? say.changedSince : say.followedRow;
        if (outcome === 'changed') faults[place] = say.changed(value || say.nothing);
      }
      const ready = answered.filter(({ outcome }) => outcome === 'ready').length;
      const wrong = answered.filter(({ outcome }) => outcome === 'wrong').length;
      if (ready) notice.success(say.saved(ready));
      else if (wrong) notice.error(say.stillWrong(wrong));
      else if (answered.every(({ outcome }) => outcome === 'gone')) notice.info(say.gone);
      setTold(faults);
      // A cell still invalid retains the typed value; others show the server's.
      setTyped((all) =>
        Object.fromEntries(
          Object.entries(all).filter(([place]) => {
            const before = rows.find((row) => cellIdOf(row) === place);
            const one = answered.find((answer) => before && isPlaceOf(before, answer));
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
