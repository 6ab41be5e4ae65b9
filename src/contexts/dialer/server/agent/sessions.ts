/** Agents' sessions as rows, and their intervals. */
import type { Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import type { AgentState } from './agent.ts';
import { loggedIn, agentStatusOf } from './agent-state.ts';

export interface Session {
  id: number;
  userId: number;
  state: AgentState;
  word: string;
  legId: string | null;
  /** The agent's phone number, when it is their line. */
  legPhone: string | null;
  isMuted: boolean;
  isMuteTold: boolean;
  leg: Leg['leg'];
  /** Of a line in the browser. */
  isLineTold: boolean;
  isLineReady: boolean;
  wrapMaxMs: number;
}
type Row = Omit<Session, 'state'> &
  Omit<AgentState, 'dueAt' | 'beside'> & {
    dueAt: string | null;
    besideId: number | null;
    besideSaid: boolean;
    besideOver: boolean;
  };

const selected = sql`
  select s.id, s.user_id as "userId", s.campaign_id as "campaignId", s.mode, s.activity, s.word,
    s.never_ready as "neverReady", s.break_id as "breakId", s.wish, s.wish_arg as "wishArg", s.is_leg_up as "isLegUp",
    s.missed_legs as "missedLegs", s.current_attempt_id as "attemptId", s.is_said as "isSaid",
    s.beside_attempt_id as "besideId", s.beside_is_said as "besideSaid", s.beside_is_over as "besideOver", s.due_at as "dueAt",
    s.leg = 'per_call' as "isPerCall", s.leg_phone as "legPhone", s.is_muted as "isMuted", s.is_mute_told as "isMuteTold",
    s.leg, s.is_line_told as "isLineTold", s.is_line_ready as "isLineReady",
    s.agent_leg_id as "legId", c.wrap_max_s * 1000 as "wrapMaxMs"
  from agent_sessions s join campaigns c on c.id = s.campaign_id`;

const read = ({ dueAt, ...row }: Row): Session => {
  const { id, userId, word, legId, legPhone, isMuted, isMuteTold, wrapMaxMs, ...more } = row;
  const { leg, isLineTold, isLineReady, besideId, besideSaid, besideOver, ...state } = more;
  // Servers before the second-call feature leave the column unchanged.
  const hasBeside = besideId !== null && state.attemptId !== null && state.attemptId !== besideId;
  const beside = hasBeside ? { attemptId: besideId, isSaid: besideSaid, isOver: besideOver } : null;
  const line = { legId, legPhone, leg, isMuted, isMuteTold, isLineTold, isLineReady };
  const session = { id, userId, word, wrapMaxMs, ...line };
  return { ...session, state: { ...state, beside, dueAt: dueAt === null ? null : Date.parse(dueAt) } };
};

export const sessionOfUser = (userId: number): Fragment => sql`s.user_id = ${userId}`;

/** The open session, its row locked until the transaction ends. */
export async function lockSession(tx: Tx, which: Fragment): Promise<Session | undefined> {
  const row = await tx.one<Row>(
    sql`${selected} where ${which} and s.ended_at is null for no key update of s`,
  );
  return row && read(row);
}

export async function sessionBy(tx: Tx, which: Fragment): Promise<Session | undefined> {
  const row = await tx.one<Row>(sql`${selected} where ${which} order by s.id desc limit 1`);
  return row && read(row);
}

/**
 * Idle agents, longest idle first. `now`: with a connected line, for an answered borrower; `soon`: also those whose
 * phone is rung first.
 */
const free = (campaignId: number, most: number, when: 'now' | 'soon'): Fragment => sql`${selected}
  where s.campaign_id = ${campaignId} and s.activity = 'POOL' and s.ended_at is null
    and (s.is_leg_up or ${when === 'soon'} and s.leg = 'per_call')
  order by s.since limit ${most} for no key update of s skip locked`;

/** Locks the longest idle agent, so that no two calls get the same one. */
export async function lockFreeAgent(tx: Tx, campaignId: number): Promise<Session | undefined> {
  const row = await tx.one<Row>(free(campaignId, 1, 'now'));
  return row && read(row);
}
export const lockFreeAgents = async (tx: Tx, campaignId: number, most: number): Promise<Session[]> =>
  (await tx.rows<Row>(free(campaignId, most, 'soon'))).map(read);

/** The best free agent for an inbound call; rows locked by another worker are skipped. */
export async function lockCandidate(
  tx: Tx,
  { id, loanId }: { id: number; loanId: number | null },
  now: Date,
): Promise<Session | undefined> {
  const row = await tx.one<Row>(sql`${selected}
    join loans l on l.id = ${loanId} join call_attempts a on a.id = ${id}
    left join lateral (select k.user_id from call_attempts k where k.loan_id = l.id and k.bridged_at is not null
      and k.user_id is not null order by k.dialed_at desc limit 1) spoke on true
    where s.ended_at is null and s.activity in ('NONE', 'POOL') and s.mode in ('READY', 'PAUSED')
      and s.heartbeat_at > ${now}::timestamptz - interval '45 seconds' and not (s.user_id = any(a.declined_by))
      and (s.user_id in (spoke.user_id, l.assignee_id) or s.activity = 'POOL' and (s.campaign_id = l.campaign_id
        or s.campaign_id in (select x.campaign_id from campaign_agents x where x.user_id = l.assignee_id)))
    order by (s.user_id = spoke.user_id) desc nulls last, (s.user_id = l.assignee_id) desc nulls last, s.since
    limit 1 for no key update of s skip locked`);
  return row && read(row);
}

interface Moved {
  tx: Tx;
  now: Date;
}

/** Closes the open interval and opens the next one at the same instant unless the agent logs out. */
const turn = (userId: number, id: number, next: AgentState, word: string, now: Date): Fragment => sql`
  with turned as (
    update agent_intervals set ended_at = greatest(${now}::timestamptz, started_at)
    where session_id = ${id} and ended_at is null
      and (word, break_id, attempt_id, campaign_id) is distinct from
        (${word}::text, ${next.breakId}::bigint, ${next.attemptId}::bigint, ${next.campaignId}::bigint)
    returning ended_at),
  opened as (
    insert into agent_intervals (user_id, session_id, campaign_id, word, break_id, attempt_id, started_at)
    select ${userId}, ${id}, ${next.campaignId}, ${word}, ${next.breakId}, ${next.attemptId}, ended_at from turned
    where ${next.mode !== 'OFF'})
  select ended_at as at from turned`;

const nameOfBreak = async (tx: Tx, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await tx.one<{ name: string }>(sql`select name from breaks where id = ${id}`))?.name ?? null);

/** Everyone above an agent in the hierarchy; their boards show the agent. */
const watchers = sql`array(select w.ancestor_id from user_below w where w.user_id = s.user_id)`;
const loggedOut = 'logged-out';
const seconds = (moment: string | Date): number => Math.floor(new Date(moment).getTime() / 1000);

/** Saves the new state and its interval; sends the status (`word`) to the agent's screens and the change to boards. */
export async function saveSession(
  { tx, now }: Moved,
  session: Session,
  next: AgentState,
  { isLineGone = false, isPageGone = true } = {},
): Promise<Session> {
  const word = agentStatusOf(next, await nameOfBreak(tx, next.breakId));
  const turned = await tx.one<{ at: string }>(turn(session.userId, session.id, next, word, now));
  const isOff = next.mode === 'OFF';
  const saved = await tx.one<{ watchers: number[] }>(sql`
    update agent_sessions s set campaign_id = ${next.campaignId}, mode = ${next.mode}, activity = ${next.activity},
      word = ${word}, never_ready = ${next.neverReady}, break_id = ${next.breakId}, wish = ${next.wish},
      wish_arg = ${next.wishArg}, is_leg_up = ${next.isLegUp}, missed_legs = ${next.missedLegs},
      current_attempt_id = ${next.attemptId}, is_said = ${next.isSaid}, beside_attempt_id = ${next.beside?.attemptId ?? null},
      beside_is_said = ${next.beside?.isSaid ?? false}, beside_is_over = ${next.beside?.isOver ?? false}, version = version + 1,
      due_at = ${next.dueAt === null ? null : new Date(next.dueAt)}
      ${next.activity === 'TALK' ? empty : sql`, is_muted = false`}
      ${isLineGone ? sql`, agent_leg_id = null, is_mute_told = false` : empty}
      ${isLineGone && isPageGone ? sql`, is_line_ready = false` : empty}
      ${turned ? sql`, since = ${turned.at}` : empty}
      ${isOff ? sql`, ended_at = ${turned?.at ?? now}` : empty}
    where id = ${session.id} returning ${watchers} as watchers`);
  const said = { status: word, since: turned?.at ?? null, campaignId: next.campaignId, wish: next.wish };
  const isNew = word !== session.word || session.state.wish !== next.wish;
  const shown = isOff ? null : next.campaignId;
  if (isNew || turned)
    await signal(tx, {
      ...(isNew && { say: { to: [session.userId], event: 'agent-status', body: said } }),
      ...(turned && {
        board: {
          change: [session.userId, session.word, word, seconds(turned.at), shown],
          to: saved?.watchers ?? [],
        },
      }),
    });
  return { ...session, state: next, word, legId: isLineGone ? null : session.legId };
}

export interface Leg {
  leg: 'nailed' | 'per_call' | 'webrtc';
  legPhone: string | null;
}

/** A new session with its first interval. */
export async function openSession(
  { tx, now }: Moved,
  userId: number,
  campaignId: number,
  { leg, legPhone }: Leg,
): Promise<{ id: number; word: string }> {
  const earlier = await tx.one(sql`
    select 1 as ok from agent_sessions where user_id = ${userId}
      and (started_at at time zone 'Asia/Kolkata')::date = (${now}::timestamptz at time zone 'Asia/Kolkata')::date limit 1`);
  const state = loggedIn(campaignId, earlier === undefined, leg === 'per_call');
  const word = agentStatusOf(state, null);
  const made = await tx.one<{ id: number; watchers: number[] }>(sql`
    insert into agent_sessions as s (user_id, campaign_id, mode, word, never_ready, leg, leg_phone, heartbeat_at, since,
      started_at)
    values (${userId}, ${campaignId}, ${state.mode}, ${word}, ${state.neverReady}, ${leg}, ${legPhone}, ${now}, ${now}, ${now})
    returning id, ${watchers} as watchers`);
  if (!made) throw new Error('no session was opened');
  await tx.run(sql`insert into agent_intervals (user_id, session_id, campaign_id, word, started_at)
    values (${userId}, ${made.id}, ${campaignId}, ${word}, ${now})`);
  const said = { status: word, since: now.toISOString(), campaignId, wish: null };
  await signal(tx, {
    say: { to: [userId], event: 'agent-status', body: said },
    board: { change: [userId, loggedOut, word, seconds(now), campaignId], to: made.watchers },
  });
  return { id: made.id, word };
}

/** Heartbeat of agents with an open socket. */
export const beat = (tx: Tx, userIds: readonly number[], now: Date): Promise<number> =>
  tx.run(
    sql`update agent_sessions set heartbeat_at = ${now} where user_id = any(${[...userIds]}) and ended_at is null`,
  );
