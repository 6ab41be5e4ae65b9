import { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import {
  type Channel,
  channelOf,
  channels,
  channelsWith,
  channelsBy,
} from '#kernel/contract/channels/channels.ts';
import { Failure } from '#kernel/contract/failure.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans, watchersOf } from '#contexts/agency/server/visible.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Context, type Route, implement } from '#kernel/server/http/implement.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { type Asked, countsOf, messageDayPage } from './dashboard-store.ts';
import { filled } from './import.ts';
import { isNew } from './waiting.ts';

interface Template {
  name: string;
  templateId: string | null;
  message: string;
}
const templateOf = (tx: Tx, channel: Channel, id: number): Promise<Template | undefined> =>
  tx.one<Template>(sql`
    select name, template_id as "templateId", message from message_templates
    where id = ${id} and channel = ${channel} and is_active`);

/** Locks the loans against changes meanwhile; refuses when the caller does not see all of them. */
async function lockAll(tx: Tx, actor: ServerActor, loanIds: readonly number[]): Promise<(number | null)[]> {
  const held = await tx.rows<{ assigneeId: number | null }>(sql`
    select l.assignee_id as "assigneeId" from loans l
    where l.id = any(${[...loanIds]}) and ${visibleLoans(actor, sql`l.assignee_id`)} order by l.id for no key update`);
  if (held.length < new Set(loanIds).size) throw new Failure('NOT_FOUND');
  return held.map(({ assigneeId }) => assigneeId);
}

/** Queued like those of a file, and sent as soon as permitted. */
const store = (
  tx: Tx,
  channel: Channel,
  template: Template,
  o: { loanIds: readonly number[]; userId: number; now: Date },
): Promise<number> => {
  const { isRecorded } = channelOf[channel];
  return tx.run(sql`
    insert into messages (loan_id, channel, mobile, message, template_id, campaign_name, user_id, due_at)
    select s.id, s.channel, s.mobile, s.message, ${template.templateId}::text, ${isRecorded ? template.name : null}::text,
      ${o.userId}::bigint, ${o.now}::timestamptz
    from (
      select l.id, ${channel}::text as channel, l.mobile,
        ${isRecorded ? sql`null::text` : filled(sql`${template.message}::text`)} as message
      from loans l join borrowers b on b.id = l.borrower_id
      where l.id = any(${[...o.loanIds]}) and l.is_active and not l.is_dnc and l.mobile is not null) s
    where ${isNew({ loanId: sql`s.id`, channel: sql`s.channel`, mobile: sql`s.mobile`, message: sql`s.message` })}
    order by s.id on conflict do nothing`);
};

const sendBy =
  (channel: Channel) =>
  async (
    { loanIds, templateId }: { loanIds: number[]; templateId: number },
    { tx, actor, emit, now }: Context,
  ): Promise<{ sent: number; left: number }> => {
    const template = await templateOf(tx, channel, templateId);
    if (!template) throw new Failure('INVALID_INPUT', {}, [{ path: 'templateId', fault: 'unknown' }]);
    const people = await lockAll(tx, actor, loanIds);
    const sent = await store(tx, channel, template, { loanIds, userId: actor.id, now });
    const to = await watchersOf(tx, [...people, actor.id]);
    emit('communication-dashboard.sent', { facts: { channel, templateId, loanIds, sent }, to });
    return { sent, left: new Set(loanIds).size - sent };
  };

interface Parts {
  /** Deactivates loans; returns how many were active, and their agents. */
  deactivate: (tx: Tx, loanIds: readonly number[]) => Promise<{ changed: number; people: number[] }>;
}

export const communicationDashboardRoutes = ({ deactivate }: Parts): Route[] =>
  implement(communicationDashboard, {
    async deactivate({ loanIds }, { tx, actor, emit }) {
      await lockAll(tx, actor, loanIds);
      const { changed, people } = await deactivate(tx, loanIds);
      emit('loans.deactivated', { facts: { loanIds }, to: await watchersOf(tx, [...people, actor.id]) });
      return { changed };
    },
    list: (query, { tx, actor }) => messageDayPage(tx, actor, query),
    async summary(asked, { tx, actor }) {
      const of = await countsOf(tx, actor, asked, channels);
      return channelsWith('Summary', (channel) => of[channel]);
    },
    ...channelsWith('Summary', (channel) => async (asked: Asked, { tx, actor }: Context) => ({
      [`${channel}Summary`]: (await countsOf(tx, actor, asked, [channel]))[channel],
    })),
    ...channelsBy('sends', sendBy),
  });
