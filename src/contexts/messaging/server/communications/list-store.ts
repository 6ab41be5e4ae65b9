/** The lists of messages, one per channel. */
import { paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import { shownText } from './shown.ts';
import type { z } from 'zod/mini';
import type { Channel } from '#kernel/contract/channels/channels.ts';
import type { communications } from '#contexts/messaging/contract/communications.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { fewSeen, seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Page, counted, countedAlready, isNumberAlone } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

export type MessageQuery = z.output<typeof communications.sms.takes>;
type Row = z.output<typeof communications.sms.gives>;

/** The loans are found first, by the index of their numbers and names. */
const matches = (q: string): Fragment => sql`m.loan_id = any(${loansFound(q)})`;

export const messagesFrom = sql`from messages m join loans l on l.id = m.loan_id`;
export const messageJoins = sql`join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
  left join users u on u.id = m.user_id`;

/** Filters for messages of one channel on visible loans. */
export const whereMessages = (actor: ServerActor, channel: Channel, query: MessageQuery): Fragment =>
  chosenOf(visibleLoans(actor, sql`l.assignee_id`), channel, query);
const chosenOf = (seen: Fragment, channel: Channel, query: MessageQuery): Fragment =>
  where([
    seen,
    sql`m.channel = ${channel}`,
    ...narrow<typeof communications.sms>(query, {
      jobId: (id) => sql`m.job_id = ${id}`,
      status: (status) => sql`m.status = ${status}`,
      clientIds: (ids) => sql`l.client_id = any(${ids})`,
      isActive: (is) => sql`l.is_active = ${is}`,
      startDate: (day) => sql`m.created_at >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
      endDate: (day) => sql`m.created_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
      q: matches,
    }),
  ]);

/** Number of users up to which messages are read by loan: fewer than scanning the newest of all. */
const fewPeople = 4;
/**
 * Number of users up to which loans are collected first: with more users the newest messages are theirs often enough.
 */
const somePeople = 25;
/** Compared with true it is no join: the loans are read from their index once, and none is looked up for each message. */
const toLoansOf = (people: readonly number[]): Fragment =>
  sql`(m.loan_id in (select id from loans where assignee_id = any(${[...people]}))) = true`;

export async function messagePage(
  tx: Tx,
  actor: ServerActor,
  channel: Channel,
  query: MessageQuery,
): Promise<Page<Row>> {
  const people = await fewSeen(tx, actor, somePeople);
  if (people && people.length <= fewPeople)
    return pageOfFew(tx, sql`${messagesFrom} ${whereMessages(actor, channel, query)}`, query);
  // Without a loan filter, ten thousand messages are totalled without joining loans.
  const asksNothing = query.clientIds === undefined && query.isActive === undefined;
  const from = seesAll(actor) && asksNothing ? sql`from messages m` : messagesFrom;
  const chosen = sql`${from} ${whereMessages(actor, channel, query)}`;
  const isWide = people && asksNothing && query.jobId === undefined && !query.q;
  const newest = isWide ? sql`from messages m ${chosenOf(toLoansOf(people), channel, query)}` : chosen;
  return counted(tx, query, chosen, async () => {
    const found = await tx.planned<{ id: number }>(
      sql`select m.id ${newest} order by m.id desc ${paged(query)}`,
    );
    return shownOf(
      tx,
      found.map(({ id }) => id),
    );
  });
}

/** Page and total from one scan of the messages of few users' loans. */
async function pageOfFew(tx: Tx, theirs: Fragment, query: MessageQuery): Promise<Page<Row>> {
  const [found] = await tx.planned<{ n: number; ids: number[] }>(sql`
    with own as materialized (select m.id ${theirs})
    select (select count(*)::int from own) as n, array(select id from own order by id desc ${paged(query)}) as ids`);
  const { n, ids } = found ?? { n: 0, ids: [] };
  return countedAlready(query, n, isNumberAlone(query) ? [] : await shownOf(tx, ids));
}

/** Selects the page first, then joins details. Phone numbers are masked (G074). */
async function shownOf(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  return tx.rows<Row>(sql`
    select m.id, 'XXXXXX' || right(m.mobile, 4) as mobile, ${shownText} as message, m.status, m.fault,
      case when m.status = 'stored' then m.due_at end as "dueAt", m.campaign_name as "campaignName",
      m.response_type as "responseType", m.created_at as "createdAt", m.updated_at as "updatedAt",
      jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'isActive', l.is_active, 'isDNC', l.is_dnc,
        'loanBorrower', jsonb_build_object('name', b.name), 'client', jsonb_build_object('name', c.name)) as loan,
      case when u.id is not null then jsonb_build_object('fullName', u.first_name || ' ' || u.last_name) end as creator
    ${messagesFrom} ${messageJoins}
    where m.id = any(${[...ids]}) order by m.id desc`);
}
