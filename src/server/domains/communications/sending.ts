/** Messages on their way: kept with the change that wants them, handed to the carrier after its commit. */
import { watchersOf } from '#server/kernel/actor.ts';
import type { Database, Tx } from '#server/kernel/database.ts';
import { signal } from '#server/kernel/event.ts';
import type { Job, Jobs } from '#server/kernel/jobs.ts';
import { sql } from '#server/kernel/sql.ts';
import {
  type Carrier,
  type Channel,
  type Message,
  type SendMessage,
  Undeliverable,
} from '#server/providers/messaging/port.ts';

interface Input {
  messageId: number;
}
const jobName = 'message.send';

export const messageSender =
  (jobs: Jobs): SendMessage =>
  async (tx, { loanId, channel, to, text, subject = null, purpose, templateId = null, userId }) => {
    const isMail = channel === 'email';
    const row = await tx.one<{ id: number }>(sql`
      insert into messages (loan_id, channel, mobile, email, subject, message, purpose, template_id, user_id, status)
      values (${loanId}, ${channel}, ${isMail ? null : to}, ${isMail ? to : null}, ${subject}, ${text}, ${purpose},
        ${templateId}, ${userId}, 'queued') returning id`);
    if (!row) throw new Error('no message kept');
    await jobs.enqueue<Input>(tx, jobName, { messageId: row.id });
    return row.id;
  };

const waiting = (tx: Tx, id: number): Promise<Message | undefined> =>
  tx.one<Message>(sql`
    select id, channel, coalesce(mobile, email) as "to", coalesce(message, '') as text, subject, purpose,
      template_id as "templateId"
    from messages where id = ${id} and status = 'queued'`);

interface Fate {
  status: string;
  reference?: string;
  fault?: string;
}
/** Written once, and told to whoever works the loan and whoever sent it. */
async function settle(database: Database, id: number, { status, reference, fault }: Fate): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.one<{ assigneeId: number | null; userId: number | null }>(sql`
      update messages m set status = ${status}, reference = ${reference ?? null}, fault = ${fault ?? null},
        sent_at = case when ${status !== 'failed'} then now() end, updated_at = now()
      from loans l where m.id = ${id} and m.status = 'queued' and l.id = m.loan_id
      returning l.assignee_id as "assigneeId", m.user_id as "userId"`);
    if (!row) return;
    const to = await watchersOf(tx, [row.assigneeId, row.userId]);
    await signal(tx, { stale: ['communications', 'payment-links'], to });
  });
}

/** Tried again, the carrier gets the same number and knows the message. */
export const messageJob = (o: {
  database: Database;
  carriers: Readonly<Record<Channel, Carrier>>;
}): Job<Input> => ({
  name: jobName,
  retries: 5,
  async run({ messageId }, { isLastTry }) {
    const message = await waiting(o.database, messageId);
    if (!message) return;
    try {
      await settle(o.database, messageId, await o.carriers[message.channel].send(message));
    } catch (error) {
      const isOver = error instanceof Undeliverable || isLastTry;
      if (!isOver) throw error;
      const fault = error instanceof Undeliverable ? error.message : 'The carrier could not be reached.';
      await settle(o.database, messageId, { status: 'failed', fault });
    }
  },
});
