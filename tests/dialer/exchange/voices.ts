/**
 * Wait of answered borrowers for the agent's voice, split by whether an agent was free. Undecidable cases are treated as
 * one with a free agent.
 */
import type { Database } from '../../../src/kernel/server/database/database.ts';
import { sql } from '../../../src/kernel/server/database/sql.ts';
import { quantile } from './figures.ts';

/** A leg that was answered; moments in milliseconds, those of the telephone itself. */
export interface Answer {
  number: string;
  answeredAt: number;
  /** First time of each agent's voice without other audio, by agent id. */
  voices: ReadonlyMap<number, number>;
  endedAt: number | undefined;
  /** The call as the product has it; undefined: it never knew of it. */
  attemptId: number | undefined;
  /** No server was running meanwhile. */
  isInTrouble: boolean;
  /** Sounds played to them. */
  sounds: readonly string[];
}
/** In what an agent was; `to` is Infinity while it lasts. */
export interface Span {
  userId: number;
  word: string;
  attemptId: number | null;
  from: number;
  to: number;
}
export interface Wait extends Answer {
  /** Time of the assigned agent's voice; undefined: never. */
  voiceAt: number | undefined;
  /** Time at which an agent was free; undefined: none before the hang-up. */
  freeAt: number | undefined;
  /** Until the agent's voice, else until the hang-up: a lower bound. */
  ms: number;
  /** Idle agents at the answer, callers ahead of them, and the time of assignment. */
  there: readonly Span[];
  before: number;
  taken: number;
}
export interface Waits {
  /** An agent was free or reserved when they answered. */
  free: Wait[];
  /** No agent was. */
  over: Wait[];
  /** The same as `free`, during an outage. */
  trouble: Wait[];
}

export async function spansOf(database: Database): Promise<Span[]> {
  const rows = await database.rows<{
    userId: number;
    word: string;
    attemptId: number | null;
    from: string;
    to: string | null;
  }>(sql`
    select user_id as "userId", word, attempt_id as "attemptId", started_at as "from", ended_at as "to"
    from agent_intervals order by started_at, id`);
  return rows.map((one) => ({
    ...one,
    from: Date.parse(one.from),
    to: one.to === null ? Infinity : Date.parse(one.to),
  }));
}

/** One audio packet: answers within it reach the exchange's threads in any order. */
const momentMs = 20;
const isAt = ({ from, to }: Span, at: number): boolean => from <= at && at < to;

export function waitsOf(answers: readonly Answer[], spans: readonly Span[]): Waits {
  const waiting = spans.filter(({ word }) => word === 'waiting');
  const spanOf = new Map<number, Span>();
  for (const one of spans)
    if (one.attemptId !== null && !spanOf.has(one.attemptId)) spanOf.set(one.attemptId, one);
  const takenBy = ({ attemptId = -1 }: Answer): Span | undefined => spanOf.get(attemptId);
  const takenAt = (one: Answer): number => takenBy(one)?.from ?? Infinity;
  const all: Waits = { free: [], over: [], trouble: [] };
  for (const one of answers) {
    const at = one.answeredAt;
    const taken = takenAt(one);
    // Earlier answers without an agent are served first; of the same moment, the ones served.
    const before = answers.filter((other) => {
      const isEarlier = other.answeredAt < at || (other.answeredAt < at + momentMs && takenAt(other) < taken);
      return other !== one && isEarlier && takenAt(other) > at && (other.endedAt ?? Infinity) > at;
    }).length;
    const there = waiting.filter((span) => isAt(span, at));
    const isFree = taken <= at || there.length > before;
    const freed = waiting.filter(({ from, to }) => from > at && to > from).map(({ from }) => from);
    const freeAt = isFree ? at : Math.min(taken, ...freed);
    const voiceAt = one.voices.get(takenBy(one)?.userId ?? -1);
    const heardOrGone = voiceAt ?? one.endedAt ?? Number.NaN;
    const isInTime = freeAt <= heardOrGone;
    const ms = heardOrGone - (isInTime ? freeAt : at);
    const wait = { ...one, voiceAt, freeAt: isInTime ? freeAt : undefined, ms, there, before, taken };
    if (!isFree) all.over.push(wait);
    else if (one.isInTrouble) all.trouble.push(wait);
    else all.free.push(wait);
  }
  return all;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const counted = (all: readonly string[]): string =>
  [...Map.groupBy(all, (one) => one)].map(([name, some]) => `${some.length} ${name}`).join(', ') || 'nothing';
function tellOf(what: string, all: readonly Wait[]): void {
  const ms = all.map((one) => one.ms);
  const never = all.filter(({ voiceAt }) => voiceAt === undefined);
  const shares = [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${Math.round(quantile(ms, share))}`);
  say(
    `${what}: ${all.length}; ${shares.join(', ')}, most ${Math.round(Math.max(...ms))} ms; over 250 ms ${ms.filter((one) => one > 250).length}; never heard one ${never.length}`,
  );
}
/** Figures for the reader of the test output; those who hung up before any voice are included with their wait. */
export function tellWaits({ free, over, trouble }: Waits): void {
  tellOf('answer to voice, an agent was free', free);
  tellOf('the same while no server heard the exchange', trouble);
  const served = over.filter(({ freeAt }) => freeAt !== undefined);
  tellOf('nobody was free: agent free to voice', served);
  const waited = over.map(
    ({ answeredAt, voiceAt, endedAt }) => (voiceAt ?? endedAt ?? Number.NaN) - answeredAt,
  );
  say(
    `nobody was free: ${over.length}; answer to voice or end p50 ${Math.round(quantile(waited, 0.5))}, most ${Math.round(Math.max(...waited))} ms; left ${over.length - served.length}, who heard ${counted(over.filter(({ freeAt }) => freeAt === undefined).flatMap(({ sounds }) => sounds))}`,
  );
  say(
    `unknown to the product ${[...free, ...over, ...trouble].filter(({ attemptId }) => attemptId === undefined).length}`,
  );
}
