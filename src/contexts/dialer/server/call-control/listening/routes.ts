/** Monitoring of a call by a supervisor: listen, whisper, join, or take over. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod/mini';
import { listening } from '#contexts/dialer/contract/call-control/listening.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { lockSession, sessionOfUser } from '../../agent/sessions.ts';
import { lockAttempt } from '../../engine/attempt/attempts.ts';
import { newMove } from '../../engine/move.ts';
import { moveAttempt } from '../../engine/transition.ts';
import { askTransfer } from '../transfer/transfers.ts';
import { type CallDeps, checkExchange, tellDialer } from '../../place-call.ts';
import { type Listen, type ListenMode, endListens, listenOf } from './listens.ts';

type Now = z.output<typeof listening.now.gives>;
type Rule = z.output<typeof listening.rule.gives>;
const usualRule: Rule = { isShown: true };
const nowOf = async (tx: Tx, userId: number): Promise<Now> =>
  (await tx.one<NonNullable<Now>>(sql`
    select x.agent_id as "agentId", trim(u.first_name || ' ' || u.last_name) as "agentName", x.mode,
      x.answered_at is not null as "isThere", r.is_shown as "isShown", x.asked_at as since
    from call_listens x join users u on u.id = x.agent_id cross join listening_rule r where x.user_id = ${userId} and x.ended_at is null`)) ??
  null;

async function start(
  deps: CallDeps,
  context: Context,
  { userId, mode }: { userId: number; mode: ListenMode },
): Promise<Now> {
  const { tx, actor, now, emit } = context;
  const seen = await tx.one(sql`
    select 1 as ok from users u where u.id = ${userId} and u.id <> ${actor.id} and ${visibleUsers(actor, sql`u.id`)}`);
  if (!seen) throw new Failure('NOT_FOUND');
  checkExchange(deps);
  const me = await tx.one<{ extension: string | null }>(
    sql`select extension_number::text as extension from users where id = ${actor.id} for no key update`,
  );
  const session = await lockSession(tx, sessionOfUser(userId));
  const attempt = session?.state.attemptId ? await lockAttempt(tx, session.state.attemptId) : undefined;
  const isOn = session?.state.activity === 'TALK' && attempt?.state.state === 'bridged';
  if (!me?.extension || !isOn || (await listenOf(tx, actor.id))) throw new Failure('LISTEN_NOT_POSSIBLE');
  await tx.run(sql`
    insert into call_listens (attempt_id, user_id, agent_id, mode, leg_id, extension, asked_at)
    values (${attempt.id}, ${actor.id}, ${userId}, ${mode}, ${randomUUID()}, ${me.extension}, ${now})`);
  const move = newMove(tx, now);
  move.attempts.add(attempt.id);
  await tellDialer(move);
  emit('listening.started', {
    id: attempt.id,
    facts: { callRefNo: attempt.referenceId, agentId: userId, mode },
    to: [actor.id, userId],
  });
  return nowOf(tx, actor.id);
}

async function heldListen({ tx, actor }: Context): Promise<Listen> {
  const listen = await listenOf(tx, actor.id);
  if (!listen) throw new Failure('LISTEN_NOT_POSSIBLE');
  return listen;
}

async function change(context: Context, mode: ListenMode): Promise<Now> {
  const { tx, actor, now, emit } = context;
  const listen = await heldListen(context);
  await tx.run(sql`update call_listens set mode = ${mode} where id = ${listen.id}`);
  const move = newMove(tx, now);
  move.attempts.add(listen.attemptId);
  await tellDialer(move);
  const facts = { agentId: listen.agentId, before: listen.mode, after: mode };
  emit('listening.changed', { id: listen.attemptId, facts, to: [actor.id, listen.agentId] });
  return nowOf(tx, actor.id);
}

/** The supervisor's telephone becomes the transfer target, already connected. */
async function takeOver(context: Context): Promise<Now> {
  const { tx, actor, now, emit } = context;
  const { legId, extension, agentId, attemptId, isAnswered, id } = await heldListen(context);
  const move = newMove(tx, now);
  const to = { toUserId: actor.id, isLine: false, isBlind: true };
  if (!isAnswered || !(await moveAttempt(move, attemptId, { type: 'transfer', to })))
    throw new Failure('LISTEN_NOT_POSSIBLE');
  const line = { legId, dials: extension, isExtension: true };
  await askTransfer(tx, now, {
    attemptId,
    fromUserId: agentId,
    toUserId: actor.id,
    numberId: null,
    isBlind: true,
    line,
  });
  await tx.run(sql`
    update call_transfers set placed_at = ${now}, answered_at = ${now} where leg_id = ${legId} and ended_at is null`);
  await tx.run(sql`update call_listens set has_taken_over = true, mode = 'join' where id = ${id}`);
  await endListens(move, attemptId, { userId: actor.id });
  await tellDialer(move);
  emit('listening.taken-over', { id: attemptId, facts: { agentId }, to: [actor.id, agentId] });
  return nowOf(tx, actor.id);
}

async function stop(context: Context): Promise<Now> {
  const { tx, actor, now, emit } = context;
  const { attemptId, agentId } = await heldListen(context);
  const move = newMove(tx, now);
  await endListens(move, attemptId, { userId: actor.id });
  await tellDialer(move);
  const facts = { userId: actor.id, agentId, why: 'stopped' } as const;
  emit('listening.stopped', { id: attemptId, facts, to: [actor.id, agentId] });
  return nowOf(tx, actor.id);
}

const ruleOf = (tx: Tx): Promise<Rule | undefined> =>
  tx.one<Rule>(sql`select is_shown as "isShown" from listening_rule`);
async function setRule({ tx, emit }: Context, after: Rule): Promise<Rule> {
  const before = (await ruleOf(tx)) ?? usualRule;
  await tx.run(sql`update listening_rule set is_shown = ${after.isShown}`);
  // Refreshes the monitoring notice on every agent's screen.
  emit('listening.rule-set', { facts: { before: { ...before }, after: { ...after } }, to: 'staff' });
  return after;
}

export const listeningRoutes = (deps: CallDeps): Route[] =>
  implement(listening, {
    now: (_, { tx, actor }) => nowOf(tx, actor.id),
    start: (asked, context) => start(deps, context, asked),
    change: ({ mode }, context) => change(context, mode),
    takeOver: (_, context) => takeOver(context),
    rule: async (_, { tx }) => (await ruleOf(tx)) ?? usualRule,
    setRule: (asked, context) => setRule(context, asked),
    stop: (_, context) => stop(context),
  });
