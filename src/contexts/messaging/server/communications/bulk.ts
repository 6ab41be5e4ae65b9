/** Bulk sender: claims a few messages at a time, requests a permit for each, and sends outside any transaction. */
import { type Channel, channelOf, channels } from '#kernel/contract/channels/channels.ts';
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Clock } from '#kernel/server/operation/clock.ts';
import type { Evaluate } from '#contexts/contact/server/policy/contact.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Carriers, type Message, Undeliverable } from '../carriers/port.ts';
import { type Due, permitDue } from './claim.ts';
import { contactsOf } from './contacts.ts';
import { nextTry } from './rules.ts';

interface Sending {
  database: Database;
  clock: Clock;
  carriers: Carriers;
  evaluate: Evaluate;
}

const every = 1000;
/** Messages sent to one carrier per run: a common rate per second. */
const mostAtOnce = 25;
/** The lease of a claimed message, longer than the time-out of any provider. */
const leaseMs = 60_000;

type Claimed = Message & { tries: number };

/** Locks queued messages with SKIP LOCKED, so that workers claim different ones. */
const due = (tx: Tx, channel: Channel, now: Date): Promise<Due[]> =>
  tx.rows<Due>(sql`
    select m.id, m.tries, m.status, m.user_id as "userId", m.mobile as "to", m.loan_id as "loanId" from messages m
    where m.channel = ${channel} and m.due_at <= ${now} and m.status in ('stored', 'queued')
    order by m.due_at, m.id limit ${mostAtOnce} for no key update of m skip locked`);

/**
 * Claims sendable messages. Each is included as a contact from here on, so that two messages of one borrower do not both
 * pass a cap; an unsent one is claimed and checked again later, under its id.
 */
export const claim = (o: Omit<Sending, 'carriers'>, channel: Channel): Promise<Claimed[]> =>
  o.database.transaction(async (tx) => {
    const now = o.clock.now();
    const found = await due(tx, channel, now);
    if (found.length === 0) return [];
    const again = found.filter(({ status }) => status === 'queued').map(({ id }) => id);
    if (again.length > 0)
      await tx.run(sql`
        with changed as (update messages set sent_at = null where id = any(${again}) returning *),
        ${contactsOf(sql`changed`)} select`);
    const allowed = await permitDue(tx, o.evaluate, found, {
      now,
      isSpoken: channelOf[channel].isRecorded,
    });
    return tx.rows<Claimed>(sql`
      with changed as (
        update messages set status = 'queued', sent_at = ${now}, due_at = ${new Date(now.getTime() + leaseMs)},
          updated_at = now()
        where id = any(${allowed}) returning *),
      ${contactsOf(sql`changed`)}
      select id, tries, channel, mobile as "to", coalesce(message, '') as text, subject, purpose,
        template_id as "templateId" from changed`);
  });

interface Fate {
  id: number;
  status: 'queued' | 'sent' | 'delivered' | 'read' | 'failed';
  reference?: string;
  fault?: string;
  dueAt?: Date | null;
}

async function handOver({ carriers, clock }: Sending, { tries, ...message }: Claimed): Promise<Fate> {
  const { id, channel } = message;
  try {
    return { id, ...(await carriers[channel].send(message)) };
  } catch (error) {
    if (error instanceof Undeliverable) return { id, status: 'failed', fault: error.message };
    const dueAt = nextTry(tries + 1, clock.now());
    return dueAt
      ? { id, status: 'queued', dueAt }
      : { id, status: 'failed', fault: 'The carrier could not be reached.' };
  }
}

/** Stores their statuses; one event each, for assignee and sender. */
export const noteStatuses = (database: Database, fates: readonly Fate[], now: Date): Promise<void> =>
  database.transaction(async (tx) => {
    const people = await tx.rows<{ assigneeId: number | null; userId: number | null }>(sql`
      with changed as (
        update messages m set status = f.status, reference = f.reference, fault = f.fault, due_at = f."dueAt",
          tries = m.tries + 1, updated_at = now(),
          sent_at = case when f.status in ('sent', 'delivered', 'read') then coalesce(m.sent_at, ${now}::timestamptz) end
        from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb)
          f (id bigint, status text, reference text, fault text, "dueAt" timestamptz)
        where m.id = f.id and m.status = 'queued' returning m.*),
      ${contactsOf(sql`changed`)}
      select l.assignee_id as "assigneeId", m.user_id as "userId" from changed m join loans l on l.id = m.loan_id`);
    const to = await watchersOf(tx, [
      ...new Set(people.flatMap(({ assigneeId, userId }) => [assigneeId, userId])),
    ]);
    await signal(tx, { stale: ['communications', 'communication-dashboard', 'files', 'payment-links'], to });
  });

/** One run of one channel; returns the number of sent messages. */
export async function sendDue(o: Sending, channel: Channel): Promise<number> {
  const messages = await claim(o, channel);
  if (messages.length === 0) return 0;
  const fates = await Promise.all(messages.map((one) => handOver(o, one)));
  await noteStatuses(o.database, fates, o.clock.now());
  return messages.length;
}

const waitingChannels = async ({ database, clock }: Sending): Promise<Channel[]> =>
  (
    await database.rows<{ channel: Channel }>(sql`
      select c.channel from unnest(${[...channels]}::text[]) c (channel)
      where exists (select from messages m where m.channel = c.channel and m.due_at <= ${clock.now()})`)
  ).map(({ channel }) => channel);

/** Idempotent across nodes; one loop per channel, so that a slow provider delays only its channel. */
export function keepSending(o: Sending, log: Logger): { stop(): Promise<void> } {
  const running = new Map<Channel, Promise<unknown>>();
  const failed = (error: unknown): void => log.warn({ err: error }, 'messages');
  const start = (channel: Channel): void => {
    if (running.has(channel)) return;
    const turn = sendDue(o, channel).catch(failed);
    running.set(channel, turn);
    void turn.finally(() => running.delete(channel));
  };
  const look = openLoop(
    every,
    async () => (await waitingChannels(o)).forEach(start),
    failed,
    o.database.rest,
  );
  return {
    async stop() {
      await look.stop();
      await Promise.all(running.values());
    },
  };
}
