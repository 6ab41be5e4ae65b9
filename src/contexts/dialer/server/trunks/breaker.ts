/**
 * Circuit breaker of a line, which is a trunk or a caller ID: ten rejected calls in a row or a significant fall of the answer
 * rate trip it; after a cool-down one trial call at a time decides whether it closes again. Pure.
 */
export interface Rate {
  calls: number;
  answers: number;
}
export interface LineHealth {
  refusedInRow: number;
  /** The other line of the rejected calls (for a trunk the caller ID); `severalLines` if they differ, null without any. */
  refusedWith: string | null;
  /** Other line and time of the last carried call. */
  carriedWith: string | null;
  carriedAt: number | null;
  /** Decayed answer rates: of recent minutes up to the last call, and of the last thousands of calls. */
  recent: Rate;
  usual: Rate;
  /** Log likelihood ratio, at least zero, that the answer rate has fallen. */
  evidence: number;
  /** Start of the outage and time of the next trial call; null: in service. */
  outSince: number | null;
  outUntil: number | null;
  why: 'refused' | 'answers' | null;
  /** Consecutive trips, each within a day of the one before. */
  trips: number;
  trippedAt: number | null;
}
export type LineResult = 'refused' | 'answered' | 'unanswered';

const severalLines = '*';
export const newLine: LineHealth = {
  refusedInRow: 0,
  refusedWith: null,
  carriedWith: null,
  carriedAt: null,
  recent: { calls: 0, answers: 0 },
  usual: { calls: 0, answers: 0 },
  evidence: 0,
  outSince: null,
  outUntil: null,
  why: null,
  trips: 0,
  trippedAt: null,
};

export const mostRefusals = 10;
const minute = 60_000;
const hour = 60 * minute;
/** First cool-down by reason; it doubles with each trip, up to two hours. */
const restMs = { refused: 5 * minute, answers: 30 * minute } as const;
const longestRestMs = 2 * hour;

/** Window of the usual answer rate in calls; older calls weigh exponentially less. */
const usualCalls = 2000;
/** Time window of the recent rate, so that lines with few and with many calls compare the same minutes. */
export const recentMs = 10 * minute;
/** Minimum calls for a usable usual rate and recent rate. */
const minimumCalls = { usual: 300, recent: 30 } as const;
/** Tested without other lines to compare: only a collapse trips, because lists and hours change the rate too. */
const collapseRates = { healthy: 0.3, fallen: 0.08 } as const;
/** Threshold of the evidence: one false alarm in more than a million calls at the edge of a healthy rate. */
const tripEvidence = 14;
const expectedAtMost = 0.9;
const expectedAtLeast = 0.04;
/** Tested against other lines: below this share of their rate, by this many standard errors. */
const comparison = { share: 0.4, errors: 4.5 } as const;

const rateOf = ({ calls, answers }: Rate): number => (calls === 0 ? 0 : answers / calls);
const addCall = ({ calls, answers }: Rate, isAnswered: boolean, keeps: number): Rate => ({
  calls: calls * keeps + 1,
  answers: answers * keeps + (isAnswered ? 1 : 0),
});
const weightAfter = (from: number | null, at: number): number =>
  from === null ? 0 : Math.exp(-Math.max(0, at - from) / recentMs);

/** Returns the evidence of a collapse after one more call (Wald's sequential test, restarted at zero as in Page's CUSUM). */
function evidenceAfter(line: LineHealth, isAnswered: boolean, others: Rate): number {
  if (line.usual.calls < minimumCalls.usual) return 0;
  const own = Math.min(expectedAtMost, rateOf(line.usual));
  const expected = others.calls >= minimumCalls.recent ? Math.min(own, rateOf(others)) : own;
  if (expected < expectedAtLeast) return 0;
  const { healthy, fallen } = collapseRates;
  const step = isAnswered
    ? Math.log(fallen / healthy)
    : Math.log((1 - fallen * expected) / (1 - healthy * expected));
  return Math.max(0, line.evidence + step);
}

/** True if far fewer calls are answered than on the other lines in the same minutes: a two-proportion test. */
function isBelow(recent: Rate, others: Rate): boolean {
  if (recent.calls < minimumCalls.recent || others.calls < minimumCalls.recent) return false;
  const [own, theirs] = [rateOf(recent), rateOf(others)];
  const all = (recent.answers + others.answers) / (recent.calls + others.calls);
  const error = Math.sqrt(all * (1 - all) * (1 / recent.calls + 1 / others.calls));
  return own < comparison.share * theirs && theirs - own > comparison.errors * error;
}

export function trip(line: LineHealth, why: 'refused' | 'answers', at: number): LineHealth {
  const isAgain = line.trippedAt !== null && at - line.trippedAt < 24 * hour;
  const trips = isAgain ? line.trips + 1 : 1;
  const rest = Math.min(longestRestMs, restMs[why] * 2 ** (trips - 1));
  return { ...line, why, trips, trippedAt: at, outSince: line.outSince ?? at, outUntil: at + rest };
}
export const isOut = ({ outUntil }: LineHealth): boolean => outUntil !== null;
/** Closes the breaker; recent answers restart, and half the evidence shows a collapse again. */
export const restore = (line: LineHealth): LineHealth => ({
  ...line,
  recent: { calls: 0, answers: 0 },
  refusedInRow: 0,
  refusedWith: null,
  evidence: line.why === 'answers' ? tripEvidence / 2 : 0,
  outSince: null,
  outUntil: null,
  why: null,
});

const countRejected = (line: LineHealth, other: string | null): LineHealth => ({
  ...line,
  refusedInRow: line.refusedInRow + 1,
  refusedWith: line.refusedInRow === 0 || line.refusedWith === other ? other : severalLines,
});

function countCarried(
  line: LineHealth,
  o: { isAnswered: boolean; other: string | null; others: Rate; at: number },
) {
  const { isAnswered, other, others, at } = o;
  const after: LineHealth = {
    ...line,
    refusedInRow: 0,
    refusedWith: null,
    carriedWith: other,
    carriedAt: at,
    recent: addCall(line.recent, isAnswered, weightAfter(line.carriedAt, at)),
    usual: addCall(line.usual, isAnswered, 1 - 1 / usualCalls),
    evidence: evidenceAfter(line, isAnswered, others),
  };
  const isFallen = after.evidence >= tripEvidence || isBelow(after.recent, others);
  return isFallen ? { ...trip(after, 'answers', at), evidence: 0 } : after;
}

export interface Lines {
  trunk: LineHealth;
  /** Null: the call showed no number. */
  callerId: LineHealth | null;
}
/** Returns which of two lines rejects calls, once one has rejected too many; null: neither yet. */
function faultyLine({ trunk, callerId }: Lines, at: number, callerIdName: string | null): keyof Lines | null {
  const isTrunk = trunk.refusedInRow >= mostRefusals;
  const isId = (callerId?.refusedInRow ?? 0) >= mostRefusals;
  if (isTrunk && trunk.refusedWith === severalLines) return 'trunk';
  if (isId && callerId?.refusedWith === severalLines)
    return trunk.refusedWith !== severalLines || callerId.refusedInRow >= 2 * mostRefusals
      ? 'callerId'
      : null;
  const carriesOthers =
    trunk.carriedAt !== null && at - trunk.carriedAt < hour && trunk.carriedWith !== callerIdName;
  if (isId && carriesOthers) return 'callerId';
  return isTrunk ? 'trunk' : null;
}

interface CallResult {
  what: LineResult;
  at: number;
  trunkName: string;
  callerIdName: string | null;
  /** Recent answers of all other trunks. */
  others: Rate;
}
const noCalls: Rate = { calls: 0, answers: 0 };

/** Ignores calls of an open breaker until its cool-down is over; the first call after it decides. */
function stepOpenLine(line: LineHealth, what: LineResult, at: number): LineHealth {
  if (line.outUntil === null || at < line.outUntil) return line;
  return what === 'refused' ? trip(line, 'refused', at) : restore(line);
}

/** Returns both lines after one call, or one rejection of it. */
export function stepLines(before: Lines, news: CallResult): Lines {
  const { what, at, trunkName, callerIdName, others } = news;
  const step = (line: LineHealth, other: string | null, compared: Rate): LineHealth => {
    if (isOut(line)) return stepOpenLine(line, what, at);
    if (what === 'refused') return countRejected(line, other);
    return countCarried(line, { isAnswered: what === 'answered', other, others: compared, at });
  };
  const trunk = step(before.trunk, callerIdName, others);
  // Not compared with other caller IDs: those of other clients are answered by other borrowers.
  const callerId = before.callerId && step(before.callerId, trunkName, noCalls);
  // Both lines carried the same calls, so only the trunk trips.
  if (
    isOut(trunk) &&
    !isOut(before.trunk) &&
    callerId &&
    isOut(callerId) &&
    !isOut(before.callerId ?? callerId)
  )
    return { trunk, callerId: { ...restore(callerId), trips: 0, trippedAt: null, evidence: 0 } };
  if (what !== 'refused') return { trunk, callerId };
  const which = faultyLine({ trunk, callerId }, at, callerIdName);
  if (which === 'trunk' && !isOut(trunk)) return { trunk: trip(trunk, 'refused', at), callerId };
  if (which !== 'callerId' || !callerId || isOut(callerId)) return { trunk, callerId };
  // Rejections with this number alone are not the trunk's fault.
  const isCleared = !isOut(trunk) && trunk.refusedWith === callerIdName;
  const cleared = isCleared ? { ...trunk, refusedInRow: 0, refusedWith: null } : trunk;
  return { trunk: cleared, callerId: trip(callerId, 'refused', at) };
}
