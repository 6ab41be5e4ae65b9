/**
 * Detects agents' lines without audio: they are rung again, and the borrower is put on hold meanwhile. Missing audio on
 * either side is shown to the agent.
 */
import { signal } from '#kernel/server/live/event.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { z } from 'zod/mini';
import type { standing } from '#contexts/dialer/contract/standing.ts';
import { lockById } from '../call-watchdog.ts';
import type { Engine } from '../engine-parts.ts';
import { dropLine } from './lines.ts';
import { change } from '../provider-commands.ts';
import { moveAttempt } from '../transition.ts';

/**
 * Audio arrives in real time, independent of our clock. A line silent in two consecutive checks is dead for about a
 * second.
 */
export const lookMs = 400;
const deadAfter = 2;
/** A conversation survives five seconds of silence: the network may recover. */
const overAfter = 12;
/** A borrower's telephone may send no packets for a while during silence. */
const goneAfter = 12;
/** Checks until the microphone is reported as silent: about eight seconds. */
const listensFor = 20;
/**
 * A telephone that sends no packets during silence answers when it is rung again, so the number of attempts is limited.
 */
const mostDrops = 2;

interface Line {
  packets: number;
  /** Consecutive checks without audio. */
  silent: number;
  /** The call on hold for this line. */
  held: number | null;
  talk: Talk | null;
}
/** A conversation, the number of checks, and those without audio from the borrower. */
interface Talk {
  legId: string;
  looks: number;
  packets: number | null;
  silent: number;
}
type Unheard = z.output<typeof standing>['unheard'];
export interface Heard {
  lines: ReadonlyMap<string, Line>;
  /** How often the line of a session at a desk was dropped. */
  drops: ReadonlyMap<number, number>;
}
export const nothingHeard: Heard = { lines: new Map(), drops: new Map() };

interface Row {
  id: number;
  legId: string;
  isDesk: boolean;
  isTalking: boolean;
  /** The agent's call; null for a consulted colleague. */
  attemptId: number | null;
  userId: number;
  isMuted: boolean;
  unheard: Unheard;
  /** The borrower's leg, unless on hold. */
  borrowerLeg: string | null;
}
const linesUp = ({ database }: Engine): Promise<Row[]> =>
  database.rows<Row>(sql`
    select s.id, agent_leg_id as "legId", leg = 'nailed' as "isDesk",
      activity = 'TALK' as "isTalking",
      (select k.id from call_attempts k where k.id = s.current_attempt_id and k.user_id = s.user_id) as "attemptId",
      s.user_id as "userId", s.is_muted as "isMuted", s.unheard,
      (select k.reference_id from call_attempts k where k.id = s.current_attempt_id and k.user_id = s.user_id
        and k.state = 'bridged' and k.held_at is null) as "borrowerLeg"
    from agent_sessions s where ended_at is null and leg in ('webrtc', 'nailed') and is_leg_up and agent_leg_id is not null`);

const hold = (engine: Engine, id: number, isHeld: boolean): Promise<boolean> =>
  change(engine, (move) => moveAttempt(move, id, { type: isHeld ? 'hold' : 'resume' }));

const drop = (engine: Engine, { id, legId }: Row): Promise<boolean> =>
  change(engine, async (move) => {
    const session = await lockById(move, id);
    if (session?.legId !== legId) return false;
    await dropLine(move, session);
    return true;
  });

/** Checks the current conversation again. */
async function lookAt(engine: Engine, { borrowerLeg }: Row, last: Talk | null): Promise<Talk | null> {
  if (borrowerLeg === null) return null;
  const before = last?.legId === borrowerLeg ? last : null;
  const packets = (await engine.provider.packetsOf?.(borrowerLeg)) ?? null;
  const isStill = packets !== null && packets === before?.packets;
  const silent = isStill ? before.silent + 1 : 0;
  return { legId: borrowerLeg, looks: (before?.looks ?? 0) + 1, packets, silent };
}
function unheardOf({ provider }: Engine, { legId, isMuted }: Row, { silent, talk }: Line): Unheard {
  if (silent >= deadAfter) return 'line';
  if (!talk) return null;
  if (talk.silent >= goneAfter) return 'borrower';
  const [ours, theirs] = [provider.voicesOf?.(legId) ?? null, provider.voicesOf?.(talk.legId) ?? 0];
  return !isMuted && talk.looks >= listensFor && ours === 0 && theirs > 0 ? 'voice' : null;
}
/** On the agent's screen from now on. */
const tell = ({ database }: Engine, { id, userId }: Row, unheard: Unheard): Promise<void> =>
  database.transaction(async (tx) => {
    const changed = await tx.run(sql`
      update agent_sessions set unheard = ${unheard} where id = ${id} and unheard is distinct from ${unheard}`);
    if (changed > 0) await signal(tx, { stale: ['dialer'], to: [userId] });
  });

/** Checks one line; null when it is gone or not checked. */
async function look(engine: Engine, row: Row, last: Line | undefined): Promise<Line | null> {
  const packets = (await engine.provider.packetsOf?.(row.legId)) ?? null;
  if (packets === null) return null;
  const silent = last?.packets === packets ? last.silent + 1 : 0;
  const held = last?.held ?? null;
  const { attemptId, isTalking } = row;
  const talk = await lookAt(engine, row, last?.talk ?? null);
  if (silent === 0 && held !== null) await hold(engine, held, false);
  if (silent === deadAfter && isTalking && attemptId !== null)
    return { packets, silent, held: (await hold(engine, attemptId, true)) ? attemptId : null, talk };
  return { packets, silent, held: silent === 0 ? null : held, talk };
}

/** Returns the results for the next check. */
export async function watchLines(engine: Engine, before: Heard): Promise<Heard> {
  if (!engine.provider.packetsOf) return before;
  const lines = new Map<string, Line>();
  const drops = new Map<number, number>();
  const watch = async (row: Row): Promise<void> => {
    const dropped = before.drops.get(row.id) ?? 0;
    if (dropped > 0) drops.set(row.id, dropped);
    if (dropped >= mostDrops) return;
    const line = await look(engine, row, before.lines.get(row.legId));
    if (!line) return;
    lines.set(row.legId, line);
    const unheard = unheardOf(engine, row, line);
    if (unheard !== row.unheard) await tell(engine, row, unheard);
    const isDead = line.silent >= (row.isTalking ? overAfter : deadAfter);
    if (isDead && (await drop(engine, row)) && row.isDesk) drops.set(row.id, dropped + 1);
  };
  await Promise.all((await linesUp(engine)).map(watch));
  for (const [id, n] of before.drops) if (!drops.has(id)) drops.set(id, n);
  return { lines, drops };
}
