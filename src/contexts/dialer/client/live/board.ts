/** Applies live changes of agents to the loaded board. Pure. */
import type { AgentChange, agentLive } from '#contexts/dialer/contract/live/agent-live.ts';
import type { Input, WireRow } from '#kernel/contract/endpoint.ts';
import { isBreak, isWord } from '#kernel/client/calls/live/dialer-store.ts';

export interface Board {
  rows: WireRow<typeof agentLive.list>[];
  count?: number;
  summary?: unknown;
}
type Asked = Input<typeof agentLive.list>;
type Counts = Record<string, number>;

const off = 'logged-out';
const isShown = (asked: string | undefined, word: string): boolean => {
  if (asked === undefined) return true;
  if (asked.toLowerCase() === 'loggedin') return !isWord(word, off);
  return asked.toLowerCase() === 'break' ? isBreak(word) : isWord(word, asked);
};

function recounted(counts: Counts, was: string, word: string): Counts {
  const next = { ...counts, [was]: (counts[was] ?? 0) - 1 };
  next[word] = (next[word] ?? 0) + 1;
  return Object.fromEntries(Object.entries(next).filter(([, n]) => n > 0));
}

/** `isUnclear`: the order cannot be derived from changes alone; the list must be read again. */
export function withChanges(
  board: Board,
  asked: Asked,
  changes: readonly AgentChange[],
): { board: Board; isUnclear: boolean } {
  const said = new Map(changes.map((change) => [change[0], change]));
  const names = new Map(board.rows.map(({ campaignId, name }) => [campaignId, name]));
  let isUnclear = false;
  let counts = (board.summary as { statusCount?: Counts } | undefined)?.statusCount;
  const here = new Set(board.rows.map(({ id }) => id));
  for (const [id, was, word] of changes) {
    // With a team filter, an agent without a row belongs to another team.
    if (asked.leadId !== undefined && asked.status === undefined && !here.has(id)) continue;
    if (was === undefined || word === undefined) isUnclear = true;
    else if (was !== word) {
      if (asked.q || (asked.leadId !== undefined && !here.has(id))) isUnclear = true;
      else if (counts) counts = recounted(counts, was, word);
      // Logins and logouts change the order; a newly matching agent is not loaded yet.
      if ((was === off) !== (word === off)) isUnclear = true;
      if (!isShown(asked.status, was) && isShown(asked.status, word)) isUnclear = true;
    }
  }
  const rows = board.rows.flatMap((row) => {
    const [, , status, timestamp, campaignId = null] = said.get(row.id) ?? [];
    if (status === undefined || timestamp === undefined) return [row];
    if (!isShown(asked.status, status)) return [];
    const name = campaignId === null ? '' : names.get(campaignId);
    if (name === undefined) isUnclear = true;
    return [{ ...row, status, timestamp, campaignId, name: name ?? row.name }];
  });
  const gone = board.rows.length - rows.length;
  return {
    isUnclear,
    board: {
      ...board,
      rows,
      ...(board.count !== undefined && { count: board.count - gone }),
      ...(counts && { summary: { ...(board.summary as object), statusCount: counts } }),
    },
  };
}

/** Throttle of re-reading the list. */
const rereadMs = 2000;
export const rereadIn = (now: number, lastAt: number | undefined): number =>
  lastAt === undefined ? 0 : Math.max(0, lastAt + rereadMs - now);
