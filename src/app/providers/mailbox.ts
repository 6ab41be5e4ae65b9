import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Mailer } from '#kernel/server/providers/mail/port.ts';

/**
 * Development mailbox: mails are stored in a table instead of being sent. A production server without SMTP stores
 * recipient and subject only, so that no password link is in the table or in a backup.
 */
export const mailbox = (database: Database, { isDemo }: { isDemo: boolean }): Mailer => ({
  ...(!isDemo && { sendsNothing: true }),
  async send({ to, subject, body, attachments = [] }) {
    // Nothing leaves; that each could be read is what a real server would find out.
    for (const { content } of attachments) content.destroy();
    await database.run(sql`
      insert into mailbox (recipient, subject, body, attachments)
      values (${to}, ${subject}, ${isDemo ? body : ''}, ${attachments.map(({ name }) => name)})`);
  },
});
