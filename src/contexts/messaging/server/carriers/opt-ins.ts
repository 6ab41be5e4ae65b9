import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Whether a number has opted in to WhatsApp. */
export const optInsOf =
  (database: Database) =>
  async (mobile: string): Promise<boolean> =>
    (await database.one(sql`select from message_opt_ins where mobile = ${mobile}`)) !== undefined;

/** An opt-in applies to the number permanently. */
export const keepOptIn = (
  tx: Tx,
  o: { mobile: string; loanId: number; userId: number; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into message_opt_ins (mobile, loan_id, user_id, at) values (${o.mobile}, ${o.loanId}, ${o.userId}, ${o.now})
    on conflict do nothing`);
