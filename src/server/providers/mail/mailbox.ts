import type { Database } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { Mailer } from './port.ts';

/** The development mailbox: letters are kept in a table instead of being sent. */
export const mailbox = (database: Database): Mailer => ({
  async send({ to, subject, body }) {
    await database.run(
      sql`insert into mailbox (recipient, subject, body) values (${to}, ${subject}, ${body})`,
    );
  },
});
