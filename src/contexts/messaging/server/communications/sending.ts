/** Single messages: stored with their change, sent to the carrier after its commit. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import { type Ask, type Evaluate, keepDecisions } from '#contexts/contact/server/policy/contact.ts';
import { permit } from '#contexts/contact/server/policy/permit.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';
import { sql } from '#kernel/server/database/sql.ts';
import {
  type Carrier,
  type Channel,
  type Message,
  type SendMessage,
  Undeliverable,
} from '../carriers/port.ts';
import { contactsOf } from './contacts.ts';
import { nextTry } from './rules.ts';

interface Input {
  messageId: number;
}
const jobName = 'message.send';

export const messageSender =
  (jobs: Jobs): SendMessage =>
  async (tx, message) => {
    const { loanId, channel, to, text, subject = null, purpose, templateId = null, userId } = message;
    const isMail = channel === 'email';
    const row = await tx.one<{ id: number }>(sql`
      with changed as (
        insert into messages (loan_id, channel, mobile, email, subject, message, purpose, template_id, user_id, status, sent_at)
        values (${loanId}, ${channel}, ${isMail ? null : to}, ${isMail ? to : null}, ${subject}, ${text}, ${purpose},
          ${templateId}, ${userId}, 'queued', ${message.countedAt ?? null}) returning *),
      ${contactsOf(sql`changed`)}
      select id from changed`);
    if (!row) throw new Error('no message kept');
    await jobs.enqueue<Input>(tx, jobName, { messageId: row.id });
    return row.id;
  };

type Waiting = Message & { loanId: number; userId: number | null; tries: number };
const waiting = (tx: Tx, id: number): Promise<Waiting | undefined> =>
  tx.one<Waiting>(sql`
    select id, channel, coalesce(mobile, email) as "to", coalesce(message, '') as text, subject, purpose,
      template_id as "templateId", loan_id as "loanId", user_id as "userId", tries
    from messages where id = ${id} and status = 'queued' and due_at is null`);

interface Fate {
  status: string;
  reference?: string;
  fault?: string;
}
interface Deps {
  database: Database;
  carriers: Readonly<Record<Channel, Carrier>>;
  clock: Clock;
  evaluate: Evaluate;
}
/** Stores a status once, with an event for assignee and sender. */
async function noteStatus(
  { database, clock }: Deps,
  id: number,
  { status, reference, fault }: Fate,
): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.one<{ assigneeId: number | null; userId: number | null }>(sql`
      with changed as (
        update messages set status = ${status}, reference = ${reference ?? null}, fault = ${fault ?? null},
          sent_at = case when ${status !== 'failed'} then coalesce(sent_at, ${clock.now()}) end, updated_at = now()
        where id = ${id} and status = 'queued' returning *),
      ${contactsOf(sql`changed`)}
      select l.assignee_id as "assigneeId", m.user_id as "userId" from changed m join loans l on l.id = m.loan_id`);
    if (!row) return;
    const to = await watchersOf(tx, [row.assigneeId, row.userId]);
    await signal(tx, { stale: ['communications', 'payment-links'], to });
  });
}

/** A payment link is a contact; a receipt is not. */
const isContact = ({ purpose }: Message): boolean => purpose === 'payment-link';

/**
 * The provider rejected it, so it was no contact. Retries request a new permit in the bulk sender; only email, which
 * that does not send, is retried here.
 */
async function putOff({ database, clock }: Deps, { id, channel, tries }: Waiting): Promise<void> {
  const dueAt = channel === 'email' ? null : nextTry(tries + 1, clock.now());
  await database.run(sql`
    with changed as (
      update messages set tries = tries + 1, sent_at = null, due_at = ${dueAt}, updated_at = now()
      where id = ${id} and status = 'queued' returning *),
    ${contactsOf(sql`changed`)} select`);
}

/** Requests a new permit before an email is retried; a blocked one has failed, and its sender sees why. */
async function mayLeave(deps: Deps, { id, loanId, userId }: Waiting): Promise<boolean> {
  const now = deps.clock.now();
  const refusal = await deps.database.transaction(async (tx) => {
    const ask: Ask = { loanId, channel: 'message', contact: 'email' };
    const decision = await permit(tx, deps.evaluate, ask, { now });
    if (!decision) return { rule: 'inactive' };
    await keepDecisions(tx, [decision], { now, userId });
    if (!decision.refusal)
      await tx.run(sql`
        with changed as (update messages set sent_at = ${now} where id = ${id} returning *),
        ${contactsOf(sql`changed`)} select`);
    return decision.refusal;
  });
  if (refusal) await noteStatus(deps, id, { status: 'failed', fault: refusal.rule });
  return refusal === null;
}

/** On a retry the carrier gets the same id and recognises the message. */
export const messageJob = (deps: Deps): Job<Input> => ({
  name: jobName,
  retries: 5,
  async run({ messageId }, { isLastTry }) {
    const message = await waiting(deps.database, messageId);
    if (!message) return;
    if (isContact(message) && message.tries > 0 && !(await mayLeave(deps, message))) return;
    try {
      await noteStatus(deps, messageId, await deps.carriers[message.channel].send(message));
    } catch (error) {
      if (error instanceof Undeliverable)
        return noteStatus(deps, messageId, { status: 'failed', fault: error.message });
      if (isContact(message) && !isLastTry) {
        await putOff(deps, message);
        if (message.channel !== 'email') return;
      }
      if (!isLastTry) throw error;
      await noteStatus(deps, messageId, { status: 'failed', fault: 'The carrier could not be reached.' });
    }
  },
});
