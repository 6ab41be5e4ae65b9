/** Calls as rows. */
import { appendContacts, closeContacts } from '#contexts/contact/server/policy/ledger.ts';
import { closedRuleOf } from '#contexts/loans/server/loan-state.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Session, lockSession, sessionOfUser } from '../../agent/sessions.ts';
import { type TrunkChoice, chooseTrunk, reservedTrunk } from '../../trunks/choice.ts';
import type { AttemptState, PlacedBy } from './attempt.ts';
import { callerIdColumn, callerIdOf, purposeOf } from '../caller-id.ts';
import { isCallRecorded } from '../../recordings/required.ts';
import {
  type TransferColumns,
  type TransferLine,
  transferColumns,
  transferIn,
  transferOn,
} from '../../call-control/transfer/transfers.ts';

export interface Attempt {
  id: number;
  /** The name of its leg at the provider, and its call reference. */
  referenceId: string;
  leadId: number | null;
  taskId: number | null;
  /** Null for an inbound caller without a loan. */
  loanId: number | null;
  campaignId: number | null;
  mode: string;
  /** The queue it came in for. */
  queueId: number | null;
  phone: string;
  phoneOrd: number;
  state: AttemptState;
  ringMs: number;
  patienceMs: number;
  records: boolean;
  /** The campaign uses answering-machine detection; agents who dial recognise machines themselves. */
  detects: boolean;
  callerId: string | null;
  /** A second call of its agent. */
  isSecond: boolean;
  /** The hold state the provider has applied. */
  isHoldTold: boolean;
  /** The line that rings the target of a transfer. */
  line: TransferLine | null;
}

type Moment =
  'progressAt' | 'ringingAt' | 'answeredAt' | 'bridgedAt' | 'endedAt' | 'dueAt' | 'heldAt' | 'asideAt';
type Row = Omit<Attempt, 'state' | 'line'> &
  Omit<AttemptState, Moment | 'transfer' | 'placedBy' | 'lineLoss'> &
  Record<Moment | 'lineLostAt', string | null> &
  TransferColumns & { isLineResuming: boolean };

const selected = sql`
  select k.id, k.reference_id as "referenceId", k.lead_id as "leadId", k.task_id as "taskId", k.loan_id as "loanId",
    k.campaign_id as "campaignId", k.mode,
    (select c.queue_id from queue_calls c where c.attempt_id = k.id) as "queueId", k.phone, k.phone_ord as "phoneOrd", k.state, k.user_id as "agentId", k.outcome,
    k.cause, k.ended_by as "endedBy", k.end_reason as "endReason", k.progress_at as "progressAt", k.ringing_at as "ringingAt",
    k.answered_at as "answeredAt", k.bridged_at as "bridgedAt", k.ended_at as "endedAt", k.due_at as "dueAt",
    k.held_at as "heldAt", k.held_s * 1000 as "heldMs", k.aside_at as "asideAt",
    k.aside_s * 1000 as "asideMs", k.line_lost_at as "lineLostAt", k.is_line_resuming as "isLineResuming",
    k.line_losses as "lineLosses", k.is_second as "isSecond", k.is_hold_told as "isHoldTold",
    coalesce(c.ring_s, 25) * 1000 as "ringMs", coalesce(c.patience_s, 2) * 1000 as "patienceMs",
    ${isCallRecorded(sql`k.loan_id`)} as records, coalesce(c.amd, false) and k.mode in ('predictive', 'progressive') as detects, ${callerIdColumn}, ${transferColumns}
  from call_attempts k left join campaigns c on c.id = k.campaign_id ${transferOn}`;

const at = (moment: string | null): number | null => (moment === null ? null : Date.parse(moment));
const placedByOf = (mode: string): PlacedBy =>
  mode === 'inbound' ? 'caller' : mode === 'manual' || mode === 'task' ? 'agent' : 'campaign';

function read(row: Row): Attempt {
  const { state, agentId, outcome, cause, endedBy, endReason, ...rest } = row;
  const { progressAt, ringingAt, answeredAt, bridgedAt, endedAt, dueAt, ...talk } = rest;
  const { heldAt, heldMs, asideAt, asideMs, lineLostAt, isLineResuming, lineLosses, ...more } = talk;
  const lostAt = at(lineLostAt);
  const { transferStage: _s, transferTo: _t, transferLeg: _l, isBlind: _b, dials: _d, ...others } = more;
  const { isExtension: _e, isPlaced: _p, isAnswered: _a, ...attempt } = others;
  const { transfer, line } = transferIn(row);
  return {
    ...attempt,
    line,
    state: {
      placedBy: placedByOf(row.mode),
      state: state as unknown as AttemptState['state'],
      agentId,
      outcome,
      cause,
      endedBy,
      endReason,
      progressAt: at(progressAt),
      ringingAt: at(ringingAt),
      answeredAt: at(answeredAt),
      bridgedAt: at(bridgedAt),
      endedAt: at(endedAt),
      dueAt: at(dueAt),
      heldAt: at(heldAt),
      heldMs,
      asideAt: at(asideAt),
      asideMs,
      transfer,
      lineLoss: lostAt === null ? null : { at: lostAt, isResuming: isLineResuming },
      lineLosses,
    },
  };
}

export async function lockAttempt(tx: Tx, id: number): Promise<Attempt | undefined> {
  const row = await tx.one<Row>(sql`${selected} where k.id = ${id} for no key update of k`);
  return row && read(row);
}

export async function attemptById(tx: Tx, id: number): Promise<Attempt | undefined> {
  const row = await tx.one<Row>(sql`${selected} where k.id = ${id}`);
  return row && read(row);
}

/**
 * Locks the agent before the call, the order of every transition, so that two cannot deadlock. A
 * call that got another agent meanwhile is released and locked again.
 */
export async function lockCall(
  tx: Tx,
  id: number,
): Promise<{ attempt: Attempt; session: Session | undefined } | undefined> {
  const agentOf = (userId: number) => lockSession(tx, sessionOfUser(userId));
  const known = await tx.one<{ userId: number | null }>(
    sql`select user_id as "userId" from call_attempts where id = ${id}`,
  );
  if (!known) return undefined;
  await tx.run(sql`savepoint call`);
  let session = known.userId === null ? undefined : await agentOf(known.userId);
  let attempt = await lockAttempt(tx, id);
  const { agentId = null } = attempt?.state ?? {};
  if (!session && agentId !== null) {
    await tx.run(sql`rollback to savepoint call`);
    session = await agentOf(agentId);
    attempt = await lockAttempt(tx, id);
  }
  return attempt && { attempt, session };
}

const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/**
 * A call in the contact ledger, from its claim on; included in caps unless inbound. `made` names rows of call_attempts.
 */
export const callContact = (made: Fragment): Fragment =>
  appendContacts(sql`
    select k.claimed_at as at, 'call' as source, k.id as source_id, 'call' as channel, k.loan_id, k.phone as number,
      k.user_id, case when k.direction = 'outbound' then 'call' end as counts_for, true as is_live from ${made} k`);
/** Ended: a call that was never dialled, or not carried by the network, is no contact. */
export const endContact = (ended: Fragment): Fragment =>
  closeContacts(sql`
    select 'call' as source, k.id as source_id, k.dialed_at is not null and k.outcome is distinct from 'congestion' as counts,
      case when k.outcome = 'abandoned' then k.ended_at end as abandoned_at, k.user_id from ${ended} k`);

export const saveAttempt = ({ tx }: { tx: Tx }, { id, state: s }: Attempt): Promise<number> => {
  const save = sql`
    update call_attempts set state = ${s.state}, user_id = ${s.agentId}, outcome = ${s.outcome}, cause = ${s.cause},
      ended_by = ${s.endedBy}, end_reason = ${s.endReason}, progress_at = ${moment(s.progressAt)}, ringing_at = ${moment(s.ringingAt)},
      answered_at = ${moment(s.answeredAt)}, bridged_at = ${moment(s.bridgedAt)}, ended_at = ${moment(s.endedAt)},
      due_at = ${moment(s.dueAt)}, held_at = ${moment(s.heldAt)}, held_s = ${Math.round(s.heldMs / 1000)},
      aside_at = ${moment(s.asideAt)}, aside_s = ${s.asideMs === null ? null : Math.round(s.asideMs / 1000)},
      is_handed = ${s.transfer?.stage === 'handed'}, line_lost_at = ${moment(s.lineLoss?.at ?? null)},
      is_line_resuming = ${s.lineLoss?.isResuming ?? false}, line_losses = ${s.lineLosses},
      dialed_at = coalesce(dialed_at, case when ${s.state} = 'ended' and ${s.cause !== null} then claimed_at end)
    where id = ${id}`;
  return tx.run(
    s.state === 'ended' ? sql`with ended as (${save} returning *) ${endContact(sql`ended`)}` : save,
  );
};

/** The disposition is saved, its time limit expired, or the agent left before. */
export const setSaid = ({ tx, now }: { tx: Tx; now: Date }, id: number, how: 'said' | 'overdue' | 'left') =>
  how === 'left'
    ? Promise.resolve(0)
    : tx.run(sql`
        update call_attempts set wrap_end_at = case when ${how === 'said'} then coalesce(wrap_end_at, ${now}) end,
          is_undisposed = ${how === 'overdue'} where id = ${id}`);

/** Its lender, portfolio or campaign, or the campaign it is dialled for, was switched off since it was claimed. */
export const isSwitchedOff = sql`(
  exists (select from loans l where l.id = k.loan_id and ${closedRuleOf(sql`l`)} is not null)
  or exists (select from campaigns m where m.id = k.campaign_id and not m.is_active))`;

/** Compare-and-set from claimed to originating: one worker gets the call with its trunk; the others get undefined. */
export const takeClaimed = (
  database: Database,
  id: number,
  now: Date,
  { node, provider }: { node: string; provider: { id: string } },
): Promise<TrunkChoice | undefined> =>
  database.transaction(async (tx) => {
    // A payment that stops contact acquires only this lock: a call is dialled before it, or not at all.
    await tx.run(
      sql`select pg_advisory_xact_lock_shared(7120, hashint8(k.loan_id)) from call_attempts k where k.id = ${id}`,
    );
    const claimed = await tx.one<{ refused: number[]; isAgents: boolean }>(sql`
      select k.refused_trunks as refused, k.mode in ('manual', 'task') as "isAgents" from call_attempts k
      where k.id = ${id} and k.state = 'claimed' and k.end_reason is null and not ${isSwitchedOff} for no key update of k`);
    if (!claimed) return undefined;
    const { refused, isAgents: reserves } = claimed;
    const reserved = await reservedTrunk(tx, now, id);
    const choice = reserved ?? (await chooseTrunk(tx, now, { refused, reserves }));
    if (choice.waitMs > 0) {
      // Claimed until its slot.
      if (reserves && !reserved)
        await tx.run(sql`
          update call_attempts set trunk_id = ${choice.trunkId},
            dial_at = ${new Date(now.getTime() + choice.waitMs)} where id = ${id}`);
      return choice;
    }
    await tx.run(sql`
      update call_attempts k set state = 'originating', dialed_at = ${now}, node = ${node}, provider = ${provider.id},
        trunk_id = ${choice.trunkId}, dial_at = null,
        due_at = ${now}::timestamptz + make_interval(secs => (select ring_s + 5 from campaigns c where c.id = k.campaign_id))
      where k.id = ${id}`);
    return choice;
  });

interface NewAttempt {
  loanId: number;
  campaignId: number;
  userId: number | null;
  leadId?: number;
  taskId?: number;
  mode: string;
  phone: string;
  phoneOrd: number;
  epoch?: number;
  isSecond?: boolean;
  dueAt: Date;
}
export async function addAttempt(
  tx: Tx,
  now: Date,
  a: NewAttempt,
): Promise<{ id: number; referenceId: string }> {
  const made = await tx.one<{ id: number; referenceId: string }>(sql`
    with made as (
      insert into call_attempts (loan_id, campaign_id, user_id, lead_id, task_id, direction, mode, purpose, caller_id, phone, phone_ord, epoch,
        is_second, claimed_at, due_at)
      values (${a.loanId}, ${a.campaignId}, ${a.userId}, ${a.leadId ?? null}, ${a.taskId ?? null}, 'outbound', ${a.mode},
        ${purposeOf(a.loanId, now)}, ${callerIdOf(a.loanId, a.campaignId, now)}, ${a.phone}, ${a.phoneOrd}, ${a.epoch ?? null},
        ${a.isSecond ?? false}, ${now}, ${a.dueAt})
      returning *),
    contact as (${callContact(sql`made`)})
    select id, reference_id as "referenceId" from made`);
  if (!made) throw new Error('no call was made');
  return made;
}
