/** Agents who need a leader's attention, from status and duration. Pure. */
import type { WireRow } from '#kernel/contract/endpoint.ts';
import type { agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import { isBreak, isWord } from '#kernel/client/calls/live/dialer-store.ts';

type Row = WireRow<typeof agentLive.list>;
export type Need = 'break' | 'writing' | 'idle';
interface InNeed {
  row: Row;
  need: Need;
  /** Whole minutes in the status. */
  minutes: number;
}
/** Minutes after which the status is reported. */
const limits: Record<Need, number> = { writing: 3, break: 20, idle: 30 };
const order: readonly Need[] = ['writing', 'break', 'idle'];

const needOf = (status: string): Need | undefined => {
  if (isBreak(status)) return 'break';
  if (isWord(status, 'wrap-up')) return 'writing';
  return isWord(status, 'IDLE') ? 'idle' : undefined;
};

/** Wrap-up first, then the longest absences. */
export function inNeed(rows: readonly Row[], nowSeconds: number): InNeed[] {
  return rows
    .flatMap((row) => {
      const need = needOf(row.status);
      const minutes = Math.floor((nowSeconds - row.timestamp) / 60);
      return need && row.timestamp > 0 && minutes >= limits[need] ? [{ row, need, minutes }] : [];
    })
    .toSorted((a, b) => order.indexOf(a.need) - order.indexOf(b.need) || b.minutes - a.minutes);
}
