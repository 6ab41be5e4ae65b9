/** What follows for an agent when a call is disposed of, and when they sign out. */
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { newMove } from '../engine/move.ts';
import { lockHolder } from '../engine/transfers.ts';
import { moveAgent, moveAttempt } from '../engine/transition.ts';
import { tellDialer } from '../place-call.ts';
import type { AgentEvent } from './agent-state.ts';
import { lockSession, sessionOfUser } from './sessions.ts';

/** What was saved with a call: the call is said, and the agent goes on as they wished. */
interface Said {
  callRefNo?: string | undefined;
  isEndCall?: boolean | undefined;
  pause?: boolean | undefined;
  break?: number | null | undefined;
}

/** What the dialer does next is done at once or not at all: an entry that waited only says what came of the call. */
const inTime = 30_000;
const isLate = ({ delivery, now }: Context): boolean =>
  now.getTime() - (delivery?.queued?.effectiveAt ?? now).getTime() > inTime;

/** Takes note that the caller wrote down what came of a call. An unknown call, or another's, is passed over. */
export async function said(context: Context, { callRefNo, ...asked }: Said): Promise<void> {
  const { tx, actor, now } = context;
  const next = isLate(context) ? {} : asked;
  if (callRefNo === undefined || !/^[0-9a-f-]{36}$/.test(callRefNo)) return;
  const session = await lockSession(tx, sessionOfUser(actor.id));
  const attempt = await tx.one<{ id: number }>(sql`
    select id from call_attempts where reference_id = ${callRefNo} and user_id = ${actor.id}`);
  if (!attempt) return;
  await tx.run(sql`
    update call_attempts set wrap_end_at = coalesce(wrap_end_at, ${now}), is_undisposed = false
    where id = ${attempt.id} and ended_at is not null`);
  const beside = session?.state.beside?.attemptId === attempt.id ? session.state.beside : null;
  if (!session || (session.state.attemptId !== attempt.id && !beside)) return;
  const move = newMove(tx, now);
  const wish: AgentEvent | null = next.pause
    ? { type: 'pause' }
    : next.break !== undefined
      ? { type: 'break', breakId: next.break }
      : null;
  if (wish) await moveAgent(move, session, wish);
  const again = await lockSession(tx, sessionOfUser(actor.id));
  if (again) await moveAgent(move, again, { type: 'said', attemptId: attempt.id });
  // A call that was handed on is written down while it goes on.
  const isTheirs = beside ? !beside.isOver : session.state.activity !== 'WRAP';
  if (isTheirs && (wish || next.isEndCall))
    await moveAttempt(move, attempt.id, { type: 'end', reason: 'hangup' });
  await tellDialer(move);
}

/** Ends the dialer session of an agent who signs out, and with it the present call. */
export async function endDialerSession({ tx, actor, now }: Context): Promise<void> {
  await lockHolder(tx, sql`${actor.id}::bigint`);
  const session = await lockSession(tx, sessionOfUser(actor.id));
  if (!session) return;
  const move = newMove(tx, now);
  await moveAgent(move, session, { type: 'logout' });
  await tellDialer(move);
}
