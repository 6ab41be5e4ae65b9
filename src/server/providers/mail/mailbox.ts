import type { Database } from '#server/kernel/database.ts';
import { sql } from '#server/kernel/sql.ts';
import type { Mailer } from './port.ts';

/** The development mailbox: letters are kept in a table instead of being sent. */
export const mailbox = (database: Database): Mailer => ({
  async send({ to, subject, body, attachments = [] }) {
    // Nothing leaves; that each could be read is what a real server would find out.
    for (const { content } of attachments) content.destroy();
    await database.run(sql`
      insert into mailbox (recipient, subject, body, attachments)
      values (${to}, ${subject}, ${body}, ${attachments.map(({ name }) => name)})`);
  },
});
