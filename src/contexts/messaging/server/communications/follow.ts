/** Polls the status of accepted messages until they are delivered, for providers without webhooks. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { signal } from '#kernel/server/live/event.ts';
import type { Job } from '#kernel/server/work/jobs.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Carrier, CarrierStatus, Channel } from '../carriers/port.ts';

export const followJobName = 'message.follow';
/** One message, or those of a channel, or all that are under way. */
export interface Followed {
  messageId?: number;
  channel?: Channel;
}
const every = 60_000;
const mostAtOnce = 500;
const together = 20;
/** Carriers forget what is older. */
const days = 3;

interface Underway {
  id: number;
  channel: Channel;
  reference: string;
}
const underway = (tx: Tx, { messageId, channel }: Followed): Promise<Underway[]> =>
  tx.rows<Underway>(sql`
    select id, channel, reference from messages
    where status = 'sent' and reference is not null and sent_at > now() - make_interval(days => ${days})
      and ${messageId === undefined ? sql`true` : sql`id = ${messageId}`}
      and ${channel === undefined ? sql`channel <> 'email'` : sql`channel = ${channel}`}
    order by sent_at limit ${mostAtOnce}`);
export const countUnderway = async (tx: Tx, channel: Channel): Promise<number> =>
  (await underway(tx, { channel })).length;

type Told = { id: number; status: CarrierStatus };

/** Only forward: what arrived does not become sent again. */
const write = (database: Database, told: readonly Told[]): Promise<void> =>
  database.transaction(async (tx) => {
    const people = await tx.rows<{ assigneeId: number | null; userId: number | null }>(sql`
      update messages m set status = t.status, updated_at = now()
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) t (id bigint, status text), loans l
      where m.id = t.id and m.status = 'sent' and l.id = m.loan_id
      returning l.assignee_id as "assigneeId", m.user_id as "userId"`);
    const to = await watchersOf(
      tx,
      people.flatMap(({ assigneeId, userId }) => [assigneeId, userId]),
    );
    await signal(tx, { stale: ['communications', 'communication-dashboard'], to });
  });

interface Following {
  database: Database;
  carriers: Readonly<Record<Channel, Carrier>>;
}
async function follow(o: Following, input: Followed): Promise<void> {
  const waiting = await underway(o.database, input);
  for (let i = 0; i < waiting.length; i += together) {
    const answers = await Promise.all(
      waiting.slice(i, i + together).map(async ({ id, channel, reference }) => ({
        id,
        status: await o.carriers[channel].statusOf?.(reference),
      })),
    );
    const told = answers.filter((one): one is Told => one.status !== undefined && one.status !== 'sent');
    if (told.length > 0) await write(o.database, told);
  }
}

export const followJob = (o: Following): Job<Followed> => ({
  name: followJobName,
  retries: 3,
  run: (input) => follow(o, input),
});

/** The polling loop; safe on every node at once. */
export const keepFollowing = (o: Following, log: Logger): Loop =>
  openLoop(
    every,
    () => follow(o, {}),
    (error) => log.warn({ err: error }, 'carrier not reached'),
    o.database.rest,
  );
