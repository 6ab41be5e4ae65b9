/** Prevents releasing a complaint's hold before the complaint is closed. */
import type { HoldKeeper } from '#contexts/contact/server/policy/complaint-hold.ts';
import { Failure } from '#kernel/contract/failure.ts';
import { sql } from '#kernel/server/database/sql.ts';

export const complaintHoldKeeper: HoldKeeper = async (tx, holdId) => {
  const open = await tx.one<{ number: string }>(
    sql`select number from complaints where hold_id = ${holdId} and state <> 'closed' limit 1`,
  );
  if (open) throw new Failure('HOLD_OF_COMPLAINT', { number: open.number });
};
