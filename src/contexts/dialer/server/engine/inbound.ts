/** Somebody calls in: known by the number, offered to whoever spoke with them last, then to whoever has the loan, then to their team. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Attempt, callContact, lockAttempt } from './attempts.ts';
import type { Move } from './move.ts';
import { announce, moveAttempt, offer, offerMs } from './transition.ts';
import { ownPhoneMs } from './attempt-state.ts';
import type { Session } from '../agent/sessions.ts';

/** As they are kept: without a country and its zero. */
const numberOf = (from: string): string => from.replace(/\D/g, '').slice(-10);

interface Known {
  loanId: number;
  campaignId: number | null;
  /** Who has the loan. */
  ownerId: number | null;
}

const knownBy = (tx: Tx, number: string): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select l.id as "loanId", l.campaign_id as "campaignId", l.assignee_id as "ownerId" from (
      (select k.loan_id as id, 0 as place from call_attempts k
        where k.phone = ${number} and k.loan_id is not null order by k.id desc limit 1)
      union all
      (select x.id, 1 from loans x where right(x.mobile, 4) = right(${number}, 4) and x.mobile = ${number}
        order by x.is_active desc, x.total_outstanding desc, x.id limit 1)) f
    join loans l on l.id = f.id order by f.place limit 1`);

/** A call that came in, once; whoever is not known, or finds nobody, is kept as missed. */
export async function callIn(move: Move, legId: string, from: string): Promise<number> {
  const { tx, now } = move;
  const number = numberOf(from);
  const known = number.length === 10 ? await knownBy(tx, number) : undefined;
  const made = await tx.one<{ id: number }>(sql`
    with made as (
      insert into call_attempts (reference_id, loan_id, campaign_id, direction, mode, phone, state, claimed_at, dialed_at,
        ringing_at, due_at)
      values (${legId}, ${known?.loanId ?? null}, ${known?.campaignId ?? null}, 'inbound', 'inbound', ${number || null}, 'ringing',
        ${now}, ${now}, ${now}, ${new Date(now.getTime() + offerMs)})
      returning *),
    contact as (${callContact(sql`made`)})
    select id from made`);
  if (!made) throw new Error('no call came in');
  const attempt = await lockAttempt(tx, made.id);
  if (attempt) await offer(move, attempt);
  return made.id;
}

/** Their own phone rings first, if that is what they speak by. */
export async function answer(move: Move, attempt: Attempt, session: Session): Promise<void> {
  const { userId, state } = session;
  await moveAttempt(move, attempt.id, {
    type: 'agent-found',
    agentId: userId,
    ...(state.isPerCall && { withinMs: ownPhoneMs }),
  });
  move.sessions.add(session.id);
  await announce(move, attempt, userId);
}
