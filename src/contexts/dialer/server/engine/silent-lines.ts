/** Lines of agents from which no sound comes: rung again, and a borrower they speak with hears music meanwhile. */
import { sql } from '#kernel/server/database/sql.ts';
import { lockById } from './call-watchdog.ts';
import type { Engine } from './engine-parts.ts';
import { dropLine } from './lines.ts';
import { change } from './provider-commands.ts';
import { moveAttempt } from './transition.ts';

/** Sound comes as time goes, whatever our clock says. A line silent at two looks after one is dead for about a second. */
export const lookMs = 400;
const deadAfter = 2;
/** A talk outlives five seconds of it: a network may come back. */
const overAfter = 12;
/** A telephone that sends nothing while nobody speaks answers when it is rung again: it is not rung for ever. */
const mostDrops = 2;

interface Line {
  packets: number;
  /** For how many looks nothing came. */
  silent: number;
  /** The call that is on hold because of it. */
  held: number | null;
}
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
  /** The call they have; of a colleague who was called in it is not theirs. */
  attemptId: number | null;
}
const linesUp = ({ database }: Engine): Promise<Row[]> =>
  database.rows<Row>(sql`
    select s.id, agent_leg_id as "legId", leg = 'nailed' as "isDesk",
      activity = 'TALK' as "isTalking",
      (select k.id from call_attempts k where k.id = s.current_attempt_id and k.user_id = s.user_id) as "attemptId"
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

/** One look at one line; null when it is none any more, or is not to be judged. */
async function look(engine: Engine, row: Row, last: Line | undefined): Promise<Line | null> {
  const packets = (await engine.provider.packetsOf?.(row.legId)) ?? null;
  if (packets === null) return null;
  const silent = last?.packets === packets ? last.silent + 1 : 0;
  const held = last?.held ?? null;
  const { attemptId, isTalking } = row;
  if (silent === 0 && held !== null) await hold(engine, held, false);
  if (silent === deadAfter && isTalking && attemptId !== null)
    return { packets, silent, held: (await hold(engine, attemptId, true)) ? attemptId : null };
  return { packets, silent, held: silent === 0 ? null : held };
}

/** Answers what was heard, for the next look. */
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
    const isDead = line.silent >= (row.isTalking ? overAfter : deadAfter);
    if (isDead && (await drop(engine, row)) && row.isDesk) drops.set(row.id, dropped + 1);
  };
  await Promise.all((await linesUp(engine)).map(watch));
  for (const [id, n] of before.drops) if (!drops.has(id)) drops.set(id, n);
  return { lines, drops };
}
