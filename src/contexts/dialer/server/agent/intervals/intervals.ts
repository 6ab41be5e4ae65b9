/** A session is a row of intervals that touch; the last is open until the agent logs out. Pure. */
interface Label {
  word: string;
  breakId: number | null;
  attemptId: number | null;
  campaignId: number;
}
export interface Interval extends Label {
  startedAt: number;
  endedAt: number | null;
}

const isSame = (a: Label, b: Label): boolean =>
  a.word === b.word &&
  a.breakId === b.breakId &&
  a.attemptId === b.attemptId &&
  a.campaignId === b.campaignId;

/**
 * End of the open interval when the label changes; null when it does not. For late events the end never precedes the
 * start.
 */
const turnOf = (open: Interval, next: Label, at: number): number | null =>
  isSame(open, next) ? null : Math.max(at, open.startedAt);

/** Intervals after a change of the published status; `next` null is the logout. */
export function turned(shift: readonly Interval[], next: Label | null, at: number): Interval[] {
  const open = shift.at(-1);
  if (!open || open.endedAt !== null) return [...shift];
  if (!next) return [...shift.slice(0, -1), { ...open, endedAt: Math.max(at, open.startedAt) }];
  const turn = turnOf(open, next, at);
  if (turn === null) return [...shift];
  return [...shift.slice(0, -1), { ...open, endedAt: turn }, { ...next, startedAt: turn, endedAt: null }];
}
