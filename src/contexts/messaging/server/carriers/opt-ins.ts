import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** Whether somebody at a number agreed to be written to on WhatsApp. */
export const optInsOf =
  (database: Database) =>
  async (mobile: string): Promise<boolean> =>
    (await database.one(sql`select from message_opt_ins where mobile = ${mobile}`)) !== undefined;
