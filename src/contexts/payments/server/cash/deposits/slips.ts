/** Bank slips: a slip is either a deposit or recovered cash, so that no money is booked twice. */
import { Failure } from '#kernel/contract/failure.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

interface Slip {
  clientId: number;
  slipNumber: string;
}
const slipTaken = (): Failure => new Failure('TAKEN', {}, [{ path: 'slipNumber', fault: 'taken' }]);
/** Serialises uses of one slip: a concurrent deposit and recovery would not see each other. */
const lockSlip = (tx: Tx, { clientId, slipNumber }: Slip): Promise<number> =>
  tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`slip ${clientId} ${slipNumber.toUpperCase()}`}, 0))`,
  );

/** Returns the reason of a recovery, prefixed with its slip number. */
export const withSlip = (slipNumber: string, reason: string): string => `${slipNumber}: ${reason}`;

/** Fails if the slip brought recovered cash of this client, except of agent `exceptOf`. */
async function refuseRecovered(
  tx: Tx,
  { clientId, slipNumber, exceptOf }: Slip & { exceptOf: number | null },
): Promise<void> {
  const other = await tx.one(sql`
    select 1 as ok from cash_moves where kind = 'recovered' and client_id = ${clientId}
      and user_id is distinct from ${exceptOf}::bigint and starts_with(upper(reason), upper(${withSlip(slipNumber, '')})) limit 1`);
  if (other) throw slipTaken();
}

export async function refuseSlipOfRecovery(tx: Tx, slip: Slip): Promise<void> {
  await lockSlip(tx, slip);
  await refuseRecovered(tx, { ...slip, exceptOf: null });
}

/** Fails if the slip is a deposit or another agent's recovery; one slip may cover several deposits of an agent. */
export async function refuseSlipOfDeposit(
  tx: Tx,
  { userId, ...slip }: Slip & { userId: number },
): Promise<void> {
  await lockSlip(tx, slip);
  const deposit = await tx.one(sql`
    select 1 as ok from cash_deposits where client_id = ${slip.clientId} and upper(slip_number) = upper(${slip.slipNumber})
      and state <> 'undone' limit 1`);
  if (deposit) throw slipTaken();
  await refuseRecovered(tx, { ...slip, exceptOf: userId });
}
