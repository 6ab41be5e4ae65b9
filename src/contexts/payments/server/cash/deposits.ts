/** A deposit is created by the agent, confirmed by another user at the desk, and reversed by a new posting. */
import { randomUUID } from 'node:crypto';
import { may } from '#kernel/contract/access.ts';
import { Failure, type FieldFault } from '#kernel/contract/failure.ts';
import { cashDesk } from '#contexts/payments/contract/cash/cash.ts';
import { isLatinNumber } from '#contexts/payments/contract/cash/cash-rules.ts';
import type { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { visibleUsers, watchersOf } from '#contexts/agency/server/visible.ts';
import type { Taken } from '#kernel/contract/endpoint.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import type { Jobs } from '#kernel/server/work/jobs.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { sql } from '#kernel/server/database/sql.ts';
import * as store from './deposits-store.ts';
import { watchHeld } from './held.ts';
import { lockCashOf, writeStep } from './journal.ts';
import { slipJobName, typeOfPhoto } from './slip-photo.ts';
import { refuseSlipOfRecovery } from './slips.ts';

const wrong = (path: string, fault: FieldFault = 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);
const numbered = (id: string): number => (/^\d+$/.test(id) ? Number(id) : 0);

async function photoIn(
  { tx }: Context,
  { photo: data, clientId }: Taken<typeof cashDeposits.make>,
): Promise<store.NewDeposit['photo']> {
  if (data === undefined) {
    if (await store.needsPhoto(tx, clientId)) throw wrong('photo', 'required');
    return undefined;
  }
  const bytes = Buffer.from(data, 'base64');
  return { key: `cash-slip/${randomUUID()}`, type: typeOfPhoto(bytes), bytes };
}

export async function makeDeposit(
  context: Context,
  o: Taken<typeof cashDeposits.make>,
  jobs: Pick<Jobs, 'enqueue'>,
): Promise<{ id: number; amount: number; receipts: number }> {
  const { tx, actor, now, emit } = context;
  const { clientId, receiptIds, bank, branch, slipNumber } = o;
  const depositedOn = o.depositedOn ?? businessDay(now);
  if (depositedOn > businessDay(now)) throw new Failure('DATE_IN_FUTURE');
  if (!isLatinNumber(slipNumber)) throw wrong('slipNumber');
  await refuseSlipOfRecovery(tx, { clientId, slipNumber });
  const photo = await photoIn(context, o);
  await lockCashOf(tx, actor.id);
  const ids = receiptIds && [...new Set(receiptIds)];
  const chosen = await store.receiptsInHand(tx, { userId: actor.id, clientId, ids });
  // A receipt is in another deposit meanwhile, or is not the agent's.
  if (chosen.length === 0 || (ids && chosen.length < ids.length)) throw new Failure('CHANGED_MEANWHILE');
  if (chosen.some(({ day }) => day > depositedOn)) throw wrong('depositedOn');
  const amount = chosen.reduce((sum, receipt) => sum + receipt.amount, 0);
  const userId = actor.id;
  const id = await store.insertDeposit(tx, {
    userId,
    clientId,
    amount,
    bank,
    branch,
    slipNumber,
    depositedOn,
    photo,
    now,
  });
  if (id === undefined) throw new Failure('TAKEN', {}, [{ path: 'slipNumber', fault: 'taken' }]);
  const inIt = chosen.map((receipt) => receipt.id);
  await store.putIntoDeposit(tx, id, inIt, now);
  await writeStep(tx, {
    kind: 'deposited',
    userId,
    clientId,
    depositId: id,
    hand: -amount,
    transit: amount,
    byId: userId,
    at: now,
  });
  await watchHeld(context, { userId, clientId });
  if (photo) await jobs.enqueue(tx, slipJobName, { id });
  const facts = { clientId, amount, receipts: chosen.length };
  emit('cash-deposits.made', { id, facts, to: await watchersOf(tx, [userId]) });
  return { id, amount, receipts: chosen.length };
}

export async function lockSeen({ tx, actor }: Context, key: string): Promise<store.Deposit> {
  const found = await store.lockDeposit(tx, actor, numbered(key));
  if (!found) throw new Failure('NOT_FOUND');
  return found;
}

/** Responsible for a difference: the agent, unless another user is named. */
async function ownerOf(
  { tx, actor }: Context,
  deposit: store.Deposit,
  asked: number | null | undefined,
): Promise<number> {
  if (!asked || asked === deposit.userId) return deposit.userId;
  const known = await tx.one(
    sql`select u.id from users u where u.id = ${asked} and ${visibleUsers(actor, sql`u.id`)}`,
  );
  if (!known) throw wrong('ownerId', 'unknown');
  return asked;
}

/**
 * Confirms a deposit against the bank statement, by a user other than its creator. Short cash remains the agent's debt.
 */
export async function confirmDeposit(
  context: Context,
  { id: key, received, reason = '', ownerId }: Taken<typeof cashDeposits.confirm>,
): Promise<{ id: number; variance: number }> {
  const { tx, actor, now, emit } = context;
  const deposit = await lockSeen(context, key);
  if (deposit.userId === actor.id) throw new Failure('OWN_DEPOSIT');
  if (deposit.state !== 'made') throw new Failure('CHANGED_MEANWHILE');
  const variance = deposit.amount - received;
  if (variance !== 0 && !reason) throw wrong('reason', 'required');
  const owner = variance === 0 ? null : await ownerOf(context, deposit, ownerId);
  const { id, userId, clientId, amount } = deposit;
  await lockCashOf(tx, userId);
  await tx.run(sql`
    update cash_deposits set state = 'confirmed', received = ${received}, variance_reason = ${variance === 0 ? null : reason},
      variance_owner_id = ${owner}, decided_at = ${now}, decided_by = ${actor.id}, short = ${Math.max(variance, 0)},
      short_since = ${variance > 0 ? businessDay(now) : null} where id = ${id}`);
  await store.moveReceipts(tx, id, 'confirmed');
  const step = { kind: 'confirmed', userId, clientId, depositId: id, byId: actor.id, at: now } as const;
  await writeStep(tx, { ...step, transit: -amount, bank: received, variance, reason });
  await watchHeld(context, { userId, clientId });
  emit('cash-deposits.confirmed', {
    id,
    facts: { amount, received, reason },
    to: await watchersOf(tx, [userId, owner]),
  });
  return { id, variance };
}

/** Before it is confirmed by its agent or the desk; afterwards by the desk alone, and never by its agent. */
export async function undoDeposit(
  context: Context,
  { id: key, reason }: Taken<typeof cashDeposits.undo>,
): Promise<{ id: number }> {
  const { tx, actor, now, emit } = context;
  const deposit = await lockSeen(context, key);
  const { id, userId, clientId, amount, received, state } = deposit;
  // Recovery and write-off since then rely on the confirmed amount.
  if (state === 'confirmed' && (await store.isShortCleared(tx, id))) throw new Failure('CHANGED_MEANWHILE');
  if (state === 'undone') throw new Failure('CHANGED_MEANWHILE');
  const isDesk = may(actor, cashDesk) && userId !== actor.id;
  if (!isDesk && !(state === 'made' && userId === actor.id)) throw new Failure('FORBIDDEN');
  await lockCashOf(tx, userId);
  await tx.run(
    sql`update cash_deposits set state = 'undone', decided_at = ${now}, decided_by = ${actor.id}, short = 0, short_since = null where id = ${id}`,
  );
  await store.moveReceipts(tx, id, 'in-hand');
  const back =
    state === 'made'
      ? { transit: -amount }
      : { bank: -(received ?? 0), variance: -(amount - (received ?? 0)) };
  const step = { kind: 'undone', userId, clientId, depositId: id, byId: actor.id, at: now, reason } as const;
  await writeStep(tx, { ...step, ...back, hand: amount });
  await watchHeld(context, { userId, clientId });
  emit('cash-deposits.undone', {
    id,
    facts: { amount, before: state, reason },
    to: await watchersOf(tx, [userId]),
  });
  return { id };
}
