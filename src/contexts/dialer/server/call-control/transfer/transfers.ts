/** Transfers as rows: the current one, and results of earlier ones. */
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, empty, sql } from '#kernel/server/database/sql.ts';
import { lockSession, sessionOfUser } from '../../agent/sessions.ts';
import type { AttemptState } from '../../engine/attempt/attempt.ts';
import type { Transfer } from '../../engine/attempt/attempt.ts';

/** The target's leg, by its id at the provider. */
export interface TransferLine {
  legId: string;
  dials: string;
  isExtension: boolean;
  isPlaced: boolean;
  isAnswered: boolean;
}
export interface TransferColumns {
  transferStage: Transfer['stage'] | null;
  transferTo: number | null;
  isBlind: boolean | null;
  transferLeg: string | null;
  dials: string | null;
  isExtension: boolean | null;
  isPlaced: boolean | null;
  isAnswered: boolean | null;
}

export const transferColumns = sql`x.stage as "transferStage", x.to_user_id as "transferTo", x.is_blind as "isBlind",
  x.leg_id as "transferLeg", x.dials, x.is_extension as "isExtension", x.placed_at is not null as "isPlaced",
  x.answered_at is not null as "isAnswered"`;
/** Joins the transfer of call `k`. */
export const transferOn = sql`left join call_transfers x on x.attempt_id = k.id and x.ended_at is null`;

export function transferIn(row: TransferColumns): { transfer: Transfer | null; line: TransferLine | null } {
  const { transferStage: stage, transferTo: toUserId, transferLeg: legId, dials } = row;
  if (stage === null) return { transfer: null, line: null };
  const transfer = { toUserId, isLine: legId === null, isBlind: row.isBlind ?? false, stage };
  const [isPlaced, isAnswered] = [row.isPlaced ?? false, row.isAnswered ?? false];
  const isExtension = row.isExtension ?? false;
  const line = legId === null || dials === null ? null : { legId, dials, isExtension, isPlaced, isAnswered };
  return { transfer, line };
}

export interface AskedTransfer {
  attemptId: number;
  fromUserId: number | null;
  toUserId: number | null;
  numberId: number | null;
  isBlind: boolean;
  line: { legId: string; dials: string; isExtension: boolean } | null;
}
export const askTransfer = (tx: Tx, now: Date, t: AskedTransfer): Promise<number> =>
  tx.run(sql`
    insert into call_transfers (attempt_id, from_user_id, to_user_id, number_id, is_blind, leg_id, dials, is_extension, asked_at)
    values (${t.attemptId}, ${t.fromUserId}, ${t.toUserId}, ${t.numberId}, ${t.isBlind}, ${t.line?.legId ?? null},
      ${t.line?.dials ?? null}, ${t.line?.isExtension ?? false}, ${now})`);

/** What became of it by one step of its call. */
export async function saveTransfer(
  { tx, now }: { tx: Tx; now: Date },
  id: number,
  before: AttemptState,
  after: AttemptState,
): Promise<void> {
  const [was, is] = [before.transfer, after.transfer];
  if (was === null || was.stage === is?.stage) return;
  const isHanded = isHandedBy(before, after);
  const hasJoined = was.stage === 'ringing' && (isHanded || is?.stage === 'joined');
  const over: Fragment = is
    ? sql`stage = ${is.stage}`
    : sql`ended_at = ${now}, result = ${isHanded || was.stage === 'handed' ? 'handed' : after.state === 'ended' ? 'ended' : 'returned'}`;
  await tx.run(sql`
    update call_transfers set ${over} ${hasJoined ? sql`, joined_at = ${now}` : empty}
      ${isHanded ? sql`, handed_at = ${now}` : empty}
    where attempt_id = ${id} and ended_at is null`);
}

/** This transition completed a transfer. */
export const isHandedBy = (before: AttemptState, after: AttemptState): boolean =>
  before.transfer !== null &&
  before.transfer.stage !== 'handed' &&
  after.state === 'bridged' &&
  (after.transfer?.stage === 'handed' || (after.transfer === null && after.agentId !== before.agentId));

/** The call that a line was rung for. */
export const callOfLine = (
  tx: Tx,
  legId: string,
): Promise<{ id: number; stage: Transfer['stage'] } | undefined> =>
  tx.one(
    sql`select attempt_id as id, stage from call_transfers where leg_id = ${legId} and ended_at is null`,
  );

/** Lock order: first the agent who has the call, then the target of a transfer; any other order can deadlock. */
export async function lockHolder(tx: Tx, userId: Fragment): Promise<void> {
  const holder = await tx.one<{ id: number | null }>(sql`
    select k.user_id as id from call_transfers x join call_attempts k on k.id = x.attempt_id
    where x.to_user_id = (${userId}) and x.leg_id is null and x.ended_at is null`);
  if (holder?.id) await lockSession(tx, sessionOfUser(holder.id));
}
