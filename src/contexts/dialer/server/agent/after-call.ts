/** Effects on an agent of a saved disposition, and of signing out. */
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { newMove } from '../engine/move.ts';
import { lockHolder } from '../call-control/transfer/transfers.ts';
import { moveAgent, moveAttempt } from '../engine/transition.ts';
import { tellDialer } from '../place-call.ts';
import type { AgentEvent } from './agent-state.ts';
import { lockSession, sessionOfUser } from './sessions.ts';

/** The saved disposition with the agent's next wish. */
interface Said {
  callRefNo?: string | undefined;
  isEndCall?: boolean | undefined;
  pause?: boolean | undefined;
  break?: number | null | undefined;
}

/** Dialer actions run immediately or not at all: a disposition synchronised later only records the result. */
const inTime = 30_000;
const isLate = ({ delivery, now }: Context): boolean =>
  now.getTime() - (delivery?.queued?.effectiveAt ?? now).getTime() > inTime;

/** Records the disposition of the caller's call. Unknown or foreign calls are ignored. */
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
  // A transferred call is disposed of while it continues.
  const isTheirs = beside ? !beside.isOver : session.state.activity !== 'WRAP';
  if (isTheirs && (wish || next.isEndCall))
    await moveAttempt(move, attempt.id, { type: 'end', reason: 'hangup' });
  await tellDialer(move);
}

/** Closes the dialer session at sign-out, including the current call. */
export async function endDialerSession({ tx, actor, now }: Context): Promise<void> {
  await lockHolder(tx, sql`${actor.id}::bigint`);
  const session = await lockSession(tx, sessionOfUser(actor.id));
  if (!session) return;
  const move = newMove(tx, now);
  await moveAgent(move, session, { type: 'logout' });
  await tellDialer(move);
}
