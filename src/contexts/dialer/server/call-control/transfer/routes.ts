/** Transfer of an agent's call. */
import { randomUUID } from 'node:crypto';
import { transfers } from '#contexts/dialer/contract/call-control/transfers.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { standingOf } from '../../agent/standing.ts';
import { heldBeside } from '../../agent/two-calls.ts';
import { type Session, lockSession, sessionOfUser } from '../../agent/sessions.ts';
import { type Attempt, lockAttempt } from '../../engine/attempt/attempts.ts';
import { type Move, newMove } from '../../engine/move.ts';
import { announce, leaveCall, moveAgent, moveAttempt } from '../../engine/transition.ts';
import { type AskedTransfer, askTransfer } from './transfers.ts';
import { heldSession, tellDialer } from '../../place-call.ts';
import { allowedNumbers, candidates, freePeople, freeTeams, leadOf, allowedNumber } from './targets.ts';

type Asked = Input<typeof transfers.start>;
type To = Pick<AskedTransfer, 'toUserId' | 'numberId' | 'line'>;

/** The caller's call and session, both locked. */
async function heldCall(context: Context): Promise<{ session: Session; attempt: Attempt }> {
  const session = await heldSession(context);
  const { attemptId, activity } = session.state;
  const attempt = attemptId === null ? undefined : await lockAttempt(context.tx, attemptId);
  if (!attempt || activity !== 'TALK') throw new Failure('DIALER_BUSY');
  return { session, attempt };
}

/** Reserves the first free colleague of the requested ones. */
async function reserve(move: Move, attempt: Attempt, from: number, asked: Asked): Promise<To> {
  for (const userId of await candidates(move.tx, from, move.now, asked)) {
    const session = await lockSession(move.tx, sessionOfUser(userId));
    if (!session || session.state.isPerCall || !session.state.isLegUp) continue;
    if (!(await moveAgent(move, session, { type: 'dial', attemptId: attempt.id }))) continue;
    await announce(move, attempt, userId);
    return { toUserId: userId, numberId: null, line: null };
  }
  throw new Failure('TRANSFER_NOT_POSSIBLE');
}

async function targetOf(move: Move, attempt: Attempt, from: number, asked: Asked): Promise<To> {
  const { userId, teamId, numberId, toLead } = asked;
  const given = [userId, teamId, numberId, toLead || undefined].filter((one) => one !== undefined);
  if (given.length !== 1) throw new Failure('NOT_FOUND');
  if (userId !== undefined || teamId !== undefined) return reserve(move, attempt, from, asked);
  const line = { legId: randomUUID() };
  if (numberId !== undefined) {
    const dials = await allowedNumber(move.tx, numberId);
    if (dials === undefined) throw new Failure('NOT_FOUND');
    return { toUserId: null, numberId, line: { ...line, dials, isExtension: false } };
  }
  const lead = await leadOf(move.tx, from);
  if (!lead) throw new Failure('NOT_FOUND');
  return { toUserId: lead.id, numberId: null, line: { ...line, dials: lead.extension, isExtension: true } };
}

async function start(context: Context, asked: Asked) {
  const { tx, actor, now, emit } = context;
  const { attempt, session } = await heldCall(context);
  const { transfer, agentId, state, endReason } = attempt.state;
  // With two calls one must end before the other is transferred.
  if (heldBeside(session.state) !== null) throw new Failure('DIALER_BUSY');
  if (agentId !== actor.id || transfer !== null || state !== 'bridged' || endReason !== null)
    throw new Failure('DIALER_BUSY');
  const move = newMove(tx, now);
  const to = await targetOf(move, attempt, actor.id, asked);
  const { isBlind } = asked;
  const { toUserId, line } = to;
  const event = { type: 'transfer', to: { toUserId, isLine: line === null, isBlind } } as const;
  if (!(await moveAttempt(move, attempt.id, event))) throw new Failure('DIALER_BUSY');
  await askTransfer(tx, now, { ...to, isBlind, attemptId: attempt.id, fromUserId: actor.id });
  await tellDialer(move);
  const facts = { callRefNo: attempt.referenceId, toUserId, numberId: to.numberId, isBlind };
  const heard = toUserId === null ? [actor.id] : [actor.id, toUserId];
  emit('transfers.started', { id: attempt.id, facts, to: heard });
  return standingOf(tx, actor.id);
}

async function end(context: Context, how: 'complete' | 'cancel') {
  const { tx, actor, now, emit } = context;
  const { attempt } = await heldCall(context);
  const { transfer, agentId } = attempt.state;
  const move = newMove(tx, now);
  // The transfer target may leave as well.
  const isHeard =
    how === 'cancel' && agentId !== actor.id
      ? await leaveCall(move, attempt.id, actor.id)
      : agentId === actor.id &&
        (await moveAttempt(move, attempt.id, { type: how === 'complete' ? 'handed' : 'returned' }));
  if (!isHeard) throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  const facts = { callRefNo: attempt.referenceId };
  const others = [agentId, transfer?.toUserId ?? null].filter((id) => id !== null);
  emit(how === 'complete' ? 'transfers.completed' : 'transfers.cancelled', {
    id: attempt.id,
    facts,
    to: [...new Set([actor.id, ...others])],
  });
  return standingOf(tx, actor.id);
}

export const transferRoutes: Route[] = implement(transfers, {
  async targets(_, { tx, actor, now }) {
    const [people, teams, numbers, lead] = await Promise.all([
      freePeople(tx, actor.id, now),
      freeTeams(tx, actor.id, now),
      allowedNumbers(tx),
      leadOf(tx, actor.id),
    ]);
    return { people, teams, numbers, lead: lead ? { id: lead.id, name: lead.name } : null };
  },
  start: (asked, context) => start(context, asked),
  complete: (_, context) => end(context, 'complete'),
  cancel: (_, context) => end(context, 'cancel'),
});
