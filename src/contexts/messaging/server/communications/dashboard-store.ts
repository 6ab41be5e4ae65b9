/** The messages of all channels with the loans they went to, counted and listed. */
import { paged } from '#kernel/server/database/table.ts';
import { loansFound } from '#contexts/loans/server/search.ts';
import { shownText } from './shown.ts';
import type { z } from 'zod/mini';
import {
  type Channel,
  type NamedByChannel,
  channelOf,
  forChannels,
  recorded,
} from '#kernel/contract/channels/channels.ts';
import type { communicationDashboard } from '#contexts/messaging/contract/communication-dashboard.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { seesAll, visibleLoans } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Filters, narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, name, sql, where } from '#kernel/server/database/sql.ts';

export type Asked = z.output<typeof communicationDashboard.summary.takes>;
type Query = z.output<typeof communicationDashboard.list.takes>;
type Row = z.output<typeof communicationDashboard.list.gives>;
type Count = z.output<typeof communicationDashboard.summary.gives>['smsSummary'][number];

const from = sql`from messages m join loans l on l.id = m.loan_id`;
/** Loan filters of messages. */
const ofLoans = [
  'clientIds',
  'portfolioIds',
  'userIds',
  'paymentHistories',
  'paymentStatuses',
  'paymentHistoryStatus',
  'paymentStatus',
  'allocationTypeId',
] as const;
const isOfAny = (actor: ServerActor, asked: Asked): boolean =>
  seesAll(actor) && ofLoans.every((filter) => asked[filter] === undefined);
/** Joins loans only when a filter needs them. */
const fromFor = (actor: ServerActor, asked: Asked): Fragment =>
  isOfAny(actor, asked) ? sql`from messages m` : from;

const columns = { createdAt: name('m.created_at'), updatedAt: name('m.updated_at') };
const anyOf = (column: Fragment, values: readonly (string | number)[] | undefined): Fragment | false =>
  values !== undefined && values.length > 0 && sql`${column} = any(${[...values]})`;

function narrowed(
  actor: ServerActor,
  asked: Filters<typeof communicationDashboard.list>,
): (Fragment | false)[] {
  const at = columns[asked.dateFilterOn ?? 'createdAt'];
  return [
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof communicationDashboard.list>(asked, {
      dateFilterOn: null,
      startDate: (day) => sql`${at} >= ${day}::timestamp at time zone 'Asia/Kolkata'`,
      endDate: (day) => sql`${at} < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`,
      clientIds: (ids) => anyOf(sql`l.client_id`, ids),
      portfolioIds: (ids) => anyOf(sql`l.portfolio_id`, ids),
      userIds: (ids) => anyOf(sql`l.assignee_id`, ids),
      paymentHistories: (statuses) => anyOf(sql`l.payment_history_status`, statuses),
      paymentStatuses: (statuses) => anyOf(sql`l.payment_status`, statuses),
      paymentHistoryStatus: (status) => sql`l.payment_history_status = ${status}`,
      paymentStatus: (status) => sql`l.payment_status = ${status}`,
      allocationTypeId: (id) => sql`l.allocation_type_id = ${id}`,
      responseType: (type) => sql`m.response_type = ${type}`,
      communicationType: null,
      status: (status) => sql`m.status = ${status}`,
      ids: (ids) => sql`m.id = any(${ids})`,
      q: matches,
    }),
  ];
}

/** Totals of all messages by creation day are stored; other filters aggregate messages. */
function counting(actor: ServerActor, asked: Asked, of: readonly Channel[]): Fragment {
  const isSummed =
    isOfAny(actor, asked) && asked.responseType === undefined && asked.dateFilterOn !== 'updatedAt';
  if (!isSummed)
    return sql`select m.channel, m.status, count(*)::int as count
      ${fromFor(actor, asked)} ${where([anyOf(sql`m.channel`, of), ...narrowed(actor, asked)])}
      group by m.channel, m.status order by m.status`;
  const days = where([
    anyOf(sql`s.channel`, of),
    asked.startDate !== undefined && sql`s.day >= ${asked.startDate}::date`,
    asked.endDate !== undefined && sql`s.day <= ${asked.endDate}::date`,
  ]);
  return sql`select s.channel, s.status, sum(s.messages)::int as count from message_days_now s ${days}
    group by s.channel, s.status having sum(s.messages) > 0 order by s.status`;
}

/** By channel, each status with its number and all of them together. */
export async function countsOf(
  tx: Tx,
  actor: ServerActor,
  asked: Asked,
  of: readonly Channel[],
): Promise<Record<Channel, Count[]>> {
  const found = await tx.planned<Count & { channel: Channel }>(counting(actor, asked, of));
  const ofChannel = (channel: Channel): Count[] => {
    const own = found
      .filter((one) => one.channel === channel)
      .map(({ status, count }) => ({ status, count }));
    return [...own, { status: 'TOTAL', count: own.reduce((sum, { count }) => sum + count, 0) }];
  };
  return forChannels(ofChannel);
}

const loan = sql`jsonb_build_object('id', l.id, 'loanNumber', l.loan_number, 'isActive', l.is_active, 'isDNC', l.is_dnc,
  'loanBorrower', jsonb_build_object('name', b.name), 'client', jsonb_build_object('name', c.name),
  'loanPortfolio', jsonb_build_object('name', p.name), 'totalOutstanding', l.total_outstanding,
  'loanAllocationType', case when a.id is not null then jsonb_build_object('name', a.name, 'colorCode', a.color_code) end,
  'loanUsers', case when u.id is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('mappingUser',
    jsonb_build_object('firstName', u.first_name, 'lastName', u.last_name))) end)`;
const joined = sql`
  join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id join portfolios p on p.id = l.portfolio_id
  left join allocation_types a on a.id = l.allocation_type_id left join users u on u.id = l.assignee_id`;
const matches = (q: string): Fragment => sql`m.loan_id = any(${loansFound(q)})`;

const isRecorded = sql`m.channel = any(${[...recorded]})`;
type Found = Omit<Row, keyof NamedByChannel<'loan', unknown>> & { loan: Row['smsLoan'] };

/** Page first, then decorate. */
export function messageDayPage(tx: Tx, actor: ServerActor, query: Query): Promise<Page<Row>> {
  const { communicationType: channel = 'whatsApp' } = query;
  const chosen = sql`${fromFor(actor, query)} ${where([sql`m.channel = ${channel}`, ...narrowed(actor, query)])}`;
  return counted(tx, query, chosen, async () => {
    const found = await tx.planned<{ id: number }>(
      sql`select m.id ${chosen} order by m.id desc ${paged(query)}`,
    );
    if (found.length === 0) return [];
    const rows = await tx.rows<Found>(sql`
      select m.id, 'XXXXXX' || right(m.mobile, 4) as mobile, ${shownText} as message, m.status, ${loan} as loan,
        case when ${isRecorded} then m.response_type end as "ivrResponse",
        case when not ${isRecorded} then m.response_type end as "clickToAction",
        l.payment_status as "paymentStatus", l.payment_history_status as "paymentHistoryStatus",
        m.created_at as "createdAt", m.updated_at as "updatedAt"
      ${from} ${joined} where m.id = any(${found.map(({ id }) => id)}) order by m.id desc`);
    return rows.map(({ loan: of, ...row }) => ({ ...row, [channelOf[channel].loan]: of }));
  });
}
