/** Inbound calls: the caller is found by number; outside queues the call is offered to the last agent, the owner, their team. */
import { subscriberNumber } from '#kernel/contract/identity/telephone.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Attempt, callContact, lockAttempt } from './attempt/attempts.ts';
import type { Move } from './move.ts';
import { announce, longestWaitMs, moveAttempt, offer, offerMs } from './transition.ts';
import { enterQueue } from '../inbound/callers.ts';
import { queueOf } from '../inbound/queues.ts';
import { ownPhoneMs } from './attempt/attempt-state.ts';
import type { Session } from '../agent/sessions.ts';

interface Known {
  loanId: number;
  campaignId: number | null;
  /** The assignee of the loan. */
  ownerId: number | null;
}

/** Of a queue, only its lender's: what they owe to another is none of its business. */
const knownBy = (tx: Tx, number: string, clientId: number | null): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select l.id as "loanId", l.campaign_id as "campaignId", l.assignee_id as "ownerId" from (
      (select k.loan_id as id, 0 as place from call_attempts k join loans y on y.id = k.loan_id
        where k.phone = ${number} and y.client_id = coalesce(${clientId}, y.client_id) order by k.id desc limit 1)
      union all
      (select x.id, 1 from loans x where right(x.mobile, 4) = right(${number}, 4) and x.mobile = ${number}
        and x.client_id = coalesce(${clientId}, x.client_id)
        order by x.is_active desc, x.total_outstanding desc, x.id limit 1)) f
    join loans l on l.id = f.id order by f.place limit 1`);

/** The last agent who spoke with them, if they are in a team of the queue or the loan's assignee. */
const lastAgent = async (tx: Tx, loanId: number, queueId: number): Promise<number | null> =>
  (
    await tx.one<{ id: number }>(sql`
      select k.user_id as id from call_attempts k join loans l on l.id = k.loan_id
      where k.loan_id = ${loanId} and k.bridged_at is not null and k.user_id is not null
        and (k.user_id = l.assignee_id or exists (select from inbound_queues q join campaign_agents x
          on x.campaign_id in (q.team_id, q.second_team_id, q.third_team_id)
          where q.id = ${queueId} and x.user_id = k.user_id))
      order by k.dialed_at desc limit 1`)
  )?.id ?? null;

/** Registers an inbound call once: routed to the queue of the called number, else offered at once, or missed. */
export async function callIn(
  move: Move,
  { legId, from, did }: { legId: string; from: string; did: string },
): Promise<number> {
  const { tx, now } = move;
  const number = subscriberNumber(from);
  const queue = await queueOf(tx, did);
  const known = number.length === 10 ? await knownBy(tx, number, queue?.clientId ?? null) : undefined;
  const dueAt = new Date(now.getTime() + (queue ? longestWaitMs : offerMs));
  const made = await tx.one<{ id: number }>(sql`
    with made as (
      insert into call_attempts (reference_id, loan_id, campaign_id, direction, mode, phone, state, claimed_at, dialed_at,
        ringing_at, due_at)
      values (${legId}, ${known?.loanId ?? null}, ${known?.campaignId ?? null}, 'inbound', 'inbound', ${number || null}, 'ringing',
        ${now}, ${now}, ${now}, ${dueAt})
      returning *),
    contact as (${callContact(sql`made`)})
    select id from made`);
  if (!made) throw new Error('no call came in');
  const attempt = await lockAttempt(tx, made.id);
  if (!attempt) return made.id;
  if (queue)
    await enterQueue(move, attempt, queue, known ? await lastAgent(tx, known.loanId, queue.id) : null);
  else await offer(move, attempt);
  return made.id;
}

/** The agent's phone rings first, if that is their line. */
export async function acceptInbound(move: Move, attempt: Attempt, session: Session): Promise<void> {
  const { userId, state } = session;
  await moveAttempt(move, attempt.id, {
    type: 'agent-found',
    agentId: userId,
    ...(state.isPerCall && { withinMs: ownPhoneMs }),
  });
  move.sessions.add(session.id);
  await announce(move, attempt, userId);
}
