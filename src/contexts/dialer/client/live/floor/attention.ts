/** Agents on the floor by how urgently they need attention. Pure. */
import { isBreak, isWord } from '#kernel/client/calls/live/dialer-store.ts';

type Mood = 'bad' | 'warn' | 'violet' | 'good' | 'info' | 'plain';
/** Why an agent needs attention. */
type AttentionReason = 'overBreak' | 'longTalk' | 'longWrapUp' | 'longWait' | 'notReady';
export interface FloorStanding {
  mood: Mood;
  reason?: AttentionReason;
  /** Seconds that are allowed, of a break with a length. */
  allowed?: number;
}

/** Seconds after which each is looked after. */
const limits = { longTalk: 600, longWrapUp: 120, longWait: 300, notReady: 600 } as const;
const order: readonly Mood[] = ['bad', 'warn', 'violet', 'good', 'info', 'plain'];

interface At {
  status: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** `breaks`: maximum seconds of each kind of break, by status. */
export function standingOf(
  { status, timestamp }: At,
  breaks: Readonly<Record<string, number>>,
  now: number,
): FloorStanding {
  const lasted = now / 1000 - timestamp;
  const late = (reason: keyof typeof limits, mood: Mood): FloorStanding =>
    lasted > limits[reason] ? { mood: 'warn', reason } : { mood };
  if (isBreak(status)) {
    const allowed = breaks[status.toUpperCase()];
    if (allowed === undefined) return { mood: 'plain' };
    return lasted > allowed ? { mood: 'bad', reason: 'overBreak', allowed } : { mood: 'plain', allowed };
  }
  if (isWord(status, 'on-call')) return late('longTalk', 'good');
  if (isWord(status, 'wrap-up')) return late('longWrapUp', 'violet');
  if (isWord(status, 'waiting', 'ringing', 'Ready')) return late('longWait', 'info');
  return isWord(status, 'logged-out') ? { mood: 'plain' } : late('notReady', 'plain');
}

/** By urgency, then by duration; logged-out agents last, by name. */
export function attentionOrder<R extends At & { agentName: string }>(
  rows: readonly R[],
  breaks: Readonly<Record<string, number>>,
  now: number,
): { row: R; standing: FloorStanding }[] {
  const isOff = ({ status }: R): boolean => isWord(status, 'logged-out');
  return rows
    .map((row) => ({ row, standing: standingOf(row, breaks, now) }))
    .toSorted(
      (a, b) =>
        Number(isOff(a.row)) - Number(isOff(b.row)) ||
        order.indexOf(a.standing.mood) - order.indexOf(b.standing.mood) ||
        (isOff(a.row) ? a.row.agentName.localeCompare(b.row.agentName) : a.row.timestamp - b.row.timestamp),
    );
}

/** Number of agents talking, waiting, in wrap-up and on break; other signed-in agents are `other`. */
export const states = ['talking', 'waiting', 'wrapUp', 'break', 'other'] as const;
export type FloorState = (typeof states)[number];
export function statesOf(counts: Readonly<Record<string, number>>): Record<FloorState, number> {
  const told = { talking: 0, waiting: 0, wrapUp: 0, break: 0, other: 0 };
  for (const [word, n] of Object.entries(counts)) {
    if (isWord(word, 'logged-out')) continue;
    if (isBreak(word)) told.break += n;
    else if (isWord(word, 'on-call')) told.talking += n;
    else if (isWord(word, 'wrap-up')) told.wrapUp += n;
    else if (isWord(word, 'waiting', 'ringing', 'Ready')) told.waiting += n;
    else told.other += n;
  }
  return told;
}
