/** Clears short cash: the desk records that it was recovered or is written off; until then the agent owes it. */
import type { cashDeposits } from '#contexts/payments/contract/cash/cash-deposits.ts';
import { isLatinNumber } from '#contexts/payments/contract/cash/cash-rules.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Taken } from '#kernel/contract/endpoint.ts';
import { Failure, type FieldFault } from '#kernel/contract/failure.ts';
import type { Context } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { lockSeen } from './deposits.ts';
import { watchHeld } from './held.ts';
import { lockCashOf, writeStep } from './journal.ts';
import { refuseSlipOfDeposit, withSlip } from './slips.ts';

const invalidField = (path: string, fault: FieldFault = 'invalid'): Failure =>
  new Failure('INVALID_INPUT', {}, [{ path, fault }]);

export async function clearShort(
  context: Context,
  { id: key, how, amount, slipNumber, reason }: Taken<typeof cashDeposits.clearShort>,
): Promise<{ id: number; short: number }> {
  const { tx, actor, now, emit } = context;
  const deposit = await lockSeen(context, key);
  const { id, userId, clientId, short } = deposit;
  if (userId === actor.id) throw new Failure('OWN_DEPOSIT');
  if (short === 0) throw new Failure('CHANGED_MEANWHILE');
  if (amount <= 0 || amount > short) throw invalidField('amount');
  if (how === 'recovered' && slipNumber === undefined) throw invalidField('slipNumber', 'required');
  if (slipNumber !== undefined && !isLatinNumber(slipNumber)) throw invalidField('slipNumber');
  if (how === 'recovered' && slipNumber !== undefined)
    await refuseSlipOfDeposit(tx, { userId, clientId, slipNumber });
  await lockCashOf(tx, userId);
  await tx.run(sql`
    update cash_deposits set short = short - ${amount}, short_since = case when short = ${amount} then null else short_since end
    where id = ${id}`);
  const moved = how === 'recovered' ? { bank: amount, variance: -amount } : { writtenOff: amount };
  const words = slipNumber === undefined ? reason : withSlip(slipNumber, reason);
  const step = { kind: how, userId, clientId, depositId: id, byId: actor.id, at: now } as const;
  await writeStep(tx, { ...step, ...moved, reason: words });
  await watchHeld(context, { userId, clientId });
  const facts = { how, amount, short: short - amount, reason: words };
  emit('cash-deposits.short-cleared', { id, facts, to: await watchersOf(tx, [userId]) });
  return { id, short: short - amount };
}
