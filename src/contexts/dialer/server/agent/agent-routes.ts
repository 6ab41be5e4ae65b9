/** What an agent does with the dialer. */
import type { dialer } from '#contexts/dialer/contract/dialer.ts';
import type { Input } from '#kernel/contract/endpoint.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Context, Handlers } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { AgentEvent } from './agent-state.ts';
import { type Attempt, attemptById } from '../engine/attempt/attempts.ts';
import { loansOfCall } from './call-loans.ts';
import { checkOwnPhone, legOf, legsFor } from './legs.ts';
import { acceptInbound } from '../engine/inbound.ts';
import { identifyCaller } from '../inbound/identify.ts';
import { dropLine, resumeCalls } from '../engine/lines/lines.ts';
import { type Move, newMove } from '../engine/move.ts';
import { moveAgent, moveAttempt, offeredCall, passOn } from '../engine/transition.ts';
import {
  type CallDeps,
  readAllowance,
  checkExchange,
  heldSession,
  loanIdOf,
  placeCall,
  tellDialer,
} from '../place-call.ts';
import { nextCallBacks } from '../leads/call-backs.ts';
import { type AgentStanding, nowhere, standingOf } from './standing.ts';
import { waitingOf } from './waiting.ts';
import { type Session, beat, lockSession, openSession, sessionBy, sessionOfUser } from './sessions.ts';

type Own = Omit<typeof dialer, 'startStop'>;

/** A campaign the caller works in. */
async function checkCampaign({ tx, actor }: Context, campaignId: number): Promise<void> {
  const found = await tx.one(sql`
    select 1 as ok from campaign_agents x join campaigns c on c.id = x.campaign_id
    where x.user_id = ${actor.id} and x.campaign_id = ${campaignId} and c.is_active`);
  if (!found) throw new Failure('NOT_FOUND');
}

/** One step of the caller; an error when it is not possible now. */
async function step(context: Context, event: AgentEvent): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  const move = newMove(tx, now);
  await beat(tx, [actor.id], now);
  if (!(await moveAgent(move, session, event))) throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  const after = await standingOf(tx, actor.id);
  const facts = { campaignId: session.state.campaignId, before: session.word, after: after.status };
  emit('dialer.moved', { id: actor.id, facts, to: await watchersOf(tx, [actor.id]) });
  return after;
}

async function login(
  { caps }: CallDeps,
  context: Context,
  { campaignId, ...wanted }: Input<typeof dialer.login>,
): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  checkExchange({ caps });
  await checkCampaign(context, campaignId);
  // Two tabs at once: one opens the session, the other finds it.
  await tx.run(sql`select from users where id = ${actor.id} for no key update`);
  const session = await lockSession(tx, sessionOfUser(actor.id));
  if (session?.state.campaignId === campaignId) {
    emit('dialer.moved', {
      id: actor.id,
      facts: { campaignId, before: session.word, after: session.word },
      to: [actor.id],
    });
    return standingOf(tx, actor.id);
  }
  if (session) return switchTo(context, campaignId);
  const opened = await openSession(
    { tx, now },
    actor.id,
    campaignId,
    await legOf(tx, caps, actor.id, campaignId, wanted),
  );
  const move = newMove(tx, now);
  move.sessions.add(opened.id);
  await tellDialer(move);
  const facts = { campaignId, before: nowhere.status, after: opened.word };
  emit('dialer.moved', { id: actor.id, facts, to: await watchersOf(tx, [actor.id]) });
  return standingOf(tx, actor.id);
}

async function switchTo(context: Context, campaignId: number): Promise<AgentStanding> {
  const session = await heldSession(context);
  if (session.state.isPerCall) await checkOwnPhone(context.tx, campaignId);
  return step(context, { type: 'switch', campaignId });
}

/** What a browser needs to open the caller's line; it is worth nothing once they log out of the dialer. */
async function browserLine({ browser }: CallDeps, context: Context) {
  const session = await sessionBy(context.tx, sessionOfUser(context.actor.id));
  if (!session || session.state.mode === 'OFF') throw new Failure('DIALER_OFF');
  const user = await context.tx.one<{ extension: string | null }>(
    sql`select extension_number::text as extension from users where id = ${context.actor.id}`,
  );
  if (!browser || session.leg !== 'webrtc' || !user?.extension) throw new Failure('LEG_NOT_POSSIBLE');
  return {
    address: browser.address,
    uri: `sip:${browser.nameOf(user.extension)}@${browser.domain}`,
    password: browser.secretOf(session.id),
    iceServers: browser.iceServersFor(session.id, context.now),
  };
}

async function lineReady(
  context: Context,
  { hasCall }: Input<typeof dialer.lineReady>,
): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  if (session.leg !== 'webrtc') throw new Failure('LEG_NOT_POSSIBLE');
  const move = newMove(tx, now);
  // The exchange still has the line of a closed or reloaded page. Its call can be resumed.
  if (hasCall === false) await dropLine(move, session);
  await tx.run(sql`update agent_sessions set is_line_ready = true, missed_legs = 0 where id = ${session.id}`);
  move.sessions.add(session.id);
  await tellDialer(move);
  emit('dialer.line-ready', { id: actor.id, facts: {}, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function mute(context: Context, isMuted: boolean): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  if (session.state.activity !== 'TALK') throw new Failure('DIALER_BUSY');
  await tx.run(sql`update agent_sessions set is_muted = ${isMuted} where id = ${session.id}`);
  const move = newMove(tx, now);
  move.sessions.add(session.id);
  await tellDialer(move);
  emit('dialer.muted', { id: actor.id, facts: { isMuted }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function spokeTo(context: Context, who: Input<typeof dialer.spokeTo>['who']): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const { attemptId, activity } = (await heldSession(context)).state;
  if (attemptId === null || (activity !== 'TALK' && activity !== 'WRAP')) throw new Failure('DIALER_BUSY');
  const told = await tx.one<{ callRefNo: string }>(sql`
    update call_attempts set spoken_to = ${who}, spoken_to_at = ${now}
    where id = ${attemptId} and answered_at is not null returning reference_id as "callRefNo"`);
  if (!told) throw new Failure('DIALER_BUSY');
  emit('dialer.spoke', { id: attemptId, facts: { ...told, who }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function identify(
  context: Context,
  { isTheirs }: Input<typeof dialer.identify>,
): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const { attemptId, activity } = (await heldSession(context)).state;
  if (attemptId === null || activity !== 'TALK') throw new Failure('DIALER_BUSY');
  if (!(await identifyCaller(newMove(tx, now), attemptId, isTheirs))) throw new Failure('DIALER_BUSY');
  emit('dialer.identified', { id: attemptId, facts: { isTheirs }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function hold(context: Context, isHeld: boolean): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const { attemptId } = (await heldSession(context)).state;
  const move = newMove(tx, now);
  if (attemptId === null || !(await moveAttempt(move, attemptId, { type: isHeld ? 'hold' : 'resume' })))
    throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  emit('dialer.held', { id: attemptId, facts: { isHeld }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

async function resumeCall(context: Context): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  const move = newMove(tx, now);
  await beat(tx, [actor.id], now);
  if (!(await resumeCalls(move, session, true))) throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  const after = await standingOf(tx, actor.id);
  const { attemptId } = session.state;
  if (attemptId !== null)
    emit('dialer.resumed', {
      id: attemptId,
      facts: { callRefNo: after.call?.callRefNo ?? '' },
      to: [actor.id],
    });
  return after;
}

async function hangUp(context: Context): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  const { attemptId, activity } = session.state;
  const move = newMove(tx, now);
  const attempt = attemptId === null ? undefined : await attemptById(tx, attemptId);
  // A transferred call continues without the agent; a consulted colleague who leaves returns it to the agent.
  const isGuest = attempt?.state.transfer?.isLine === true && attempt.state.agentId !== actor.id;
  if (
    !attempt ||
    activity === 'WRAP' ||
    !(await moveAttempt(move, attempt.id, isGuest ? { type: 'returned' } : { type: 'end', reason: 'hangup' }))
  )
    throw new Failure('DIALER_BUSY');
  await tellDialer(move);
  const after = await standingOf(tx, actor.id);
  emit('dialer.ended', { id: attempt.id, facts: { callRefNo: after.call?.callRefNo ?? '' }, to: [actor.id] });
  return after;
}

/** An agent accepts, declines or passes on the offered call. */
async function incoming(
  context: Context,
  name: 'dialer.answered' | 'dialer.declined',
  work: (move: Move, attempt: Attempt, session: Session) => Promise<void>,
): Promise<AgentStanding> {
  const { tx, actor, now, emit } = context;
  const session = await heldSession(context);
  const move = newMove(tx, now);
  const attempt = await offeredCall(move, session);
  if (!attempt) throw new Failure('DIALER_BUSY');
  await beat(tx, [actor.id], now);
  await work(move, attempt, session);
  await tellDialer(move);
  emit(name, { id: attempt.id, facts: { callRefNo: attempt.referenceId }, to: [actor.id] });
  return standingOf(tx, actor.id);
}

export const agentHandlers = (deps: CallDeps): Handlers<Own> => ({
  status: (_, { tx, actor }) => standingOf(tx, actor.id),
  login: (asked, context) => login(deps, context, asked),
  legs: async (_, { tx, actor }) => ({
    hasExchange: deps.caps.hasExchange,
    ...(await legsFor(tx, deps.caps, actor.id)),
  }),
  mute: ({ isMuted }, context) => mute(context, isMuted),
  spokeTo: ({ who }, context) => spokeTo(context, who),
  hold: ({ isHeld }, context) => hold(context, isHeld),
  resumeCall: (_, context) => resumeCall(context),
  browserLine: (_, context) => browserLine(deps, context),
  lineReady: (asked, context) => lineReady(context, asked),
  ready: (_, context) => step(context, { type: 'ready' }),
  pause: (_, context) => step(context, { type: 'pause' }),
  async onBreak({ breakId = null }, context) {
    const isThere =
      breakId === null || (await context.tx.one(sql`select 1 as ok from breaks where id = ${breakId}`));
    if (!isThere) throw new Failure('NOT_FOUND');
    return step(context, { type: 'break', breakId });
  },
  async switchCampaign({ campaignId }, context) {
    await checkCampaign(context, campaignId);
    return switchTo(context, campaignId);
  },
  async manualCall({ id, alternateNumber }, context) {
    const wanted = { loanId: loanIdOf(id), ...(alternateNumber && { contact: alternateNumber }) };
    return { callRefNo: await placeCall(deps, context, wanted) };
  },
  callLoans: (_, { tx, actor }) => loansOfCall(tx, actor),
  callBacks: (_, { tx, actor, now }) => nextCallBacks(tx, actor, { most: 3, now }),
  allowance: ({ id }, context) => readAllowance(deps, context, id),
  waiting: (_, { tx, actor, now }) =>
    waitingOf(tx, actor.id, { ...deps, hasExchange: deps.caps.hasExchange, now }),
  identify: (asked, context) => identify(context, asked),
  answer: (_, context) => incoming(context, 'dialer.answered', acceptInbound),
  decline: (_, context) => incoming(context, 'dialer.declined', passOn),
  hangUp: (_, context) => hangUp(context),
  async breakStatus(_, { tx, actor }) {
    const { status, since, breakId, breakName, campaignId, campaignType } = await standingOf(tx, actor.id);
    const isOnBreak = /^break/i.test(status);
    return {
      isOnBreak,
      userId: actor.id,
      breakId,
      name: breakName,
      startTime: isOnBreak ? since : null,
      campaignId,
      campaignType,
    };
  },
  pending: (_, { tx, actor, now }) =>
    tx.rows(sql`
      select k.reference_id as "covId", k.loan_id as "loanId", 'XXXXXX' || right(k.phone, 4) as caller, k.ended_at as at
      from call_attempts k where k.user_id = ${actor.id} and k.ended_at is not null and k.wrap_end_at is null
        and k.ended_at > ${now}::timestamptz - interval '1 day' order by k.ended_at desc limit 50`),
});
