import { paged } from '#kernel/server/database/table.ts';
import { loanHas } from '#contexts/loans/server/search.ts';
import type { z } from 'zod/mini';
import { type TodaySection, type today, todaySections } from '#contexts/work/contract/today.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleLoans } from '#contexts/agency/server/visible.ts';
import { paidOffOf } from '#contexts/loans/server/loan-state.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';

interface Asked extends z.output<typeof today.list.takes> {
  userId: number;
  day: string;
}

const dayIn = (moment: Fragment): Fragment => sql`(${moment} at time zone 'Asia/Kolkata')::date`;

/** Loans as a list in brackets, and where their promises are read. */
interface Of {
  loans: Fragment;
  promises: Fragment;
}
/** What borrowers promised, and instalments of their settlements, that are still to come. */
const expected = ({ loans, promises }: Of): Fragment => sql`
  select p.loan_id, p.id, p.amount, p.received, p.due_on, p.lapses_on from ${promises} p where p.loan_id in ${loans} and p.state = 'open'
  union all select q.loan_id, q.settlement_id, i.amount, i.received, i.due_on, i.due_on + q.grace_days
  from settlement_plans q join settlement_instalments i on i.settlement_id = q.settlement_id
  where q.loan_id in ${loans} and q.binds and q.state in ('accepted', 'running', 'late') and i.state in ('open', 'late')`;

/**
 * Unpaid items of these loans: PTPs, instalments of a broken settlement, and failed autopay debits that are not retried,
 * since the day of the last attempt.
 */
const notKept = ({ loans, promises }: Of): Fragment => sql`
  select p.loan_id, p.id, p.amount, p.received, p.due_on, p.lapses_on from ${promises} p
  where p.loan_id in ${loans} and p.state in ('broken', 'part_kept')
  union all select q.loan_id, q.settlement_id, i.amount, i.received, i.due_on, i.due_on + q.grace_days
  from settlement_plans q join settlement_instalments i on i.settlement_id = q.settlement_id
  where q.loan_id in ${loans} and q.binds and q.state = 'broken' and i.state = 'missed'
  union all select d.loan_id, g.id, x.amount, x.received, x.due_on, g.gave_up_on
  from mandates d join mandate_charges g on g.mandate_id = d.id and g.gave_up_on is not null
    cross join lateral (
      select p.amount, p.received, p.due_on from ${promises} p where d.source = 'promises' and p.loan_id = d.loan_id and p.state = 'open'
        and p.id::text = g.instalment
      union all select i.amount, i.received, i.due_on
      from settlement_plans q join settlement_instalments i on i.settlement_id = q.settlement_id
      where d.source = 'settlement' and q.loan_id = d.loan_id and q.state in ('accepted', 'running', 'late') and i.state in ('open', 'late')
        and i.settlement_id || '.' || i.n = g.instalment) x
  where d.loan_id in ${loans}`;

/** A user may have thousands of loans, with few PTPs: those are found by owner, once. */
const promised = (userId: number): Fragment => sql`
  select p.loan_id, p.id, p.state, p.amount, p.received, p.due_on, p.lapses_on from promises p
  where p.assignee_id = ${userId} and p.state in ('open', 'broken', 'part_kept')`;
const ofAll: Of = { loans: sql`(select id from seen)`, promises: sql`promised` };

/** Active loans of a user with their sort keys; equivalent to `today-rules.ts`. */
const mine = sql`
  select l.id, l.total_outstanding, l.assigned_at, l.last_disposition_at, l.paid_off_at, broken.lapses_on, open.due_on, open.due_amount, f.follow_up_date
  from seen l
  left join (select distinct on (s.id) s.id, p.lapses_on from (${notKept(ofAll)}) p join seen s on s.id = p.loan_id
    where s.last_disposition_at is null or ${dayIn(sql`s.last_disposition_at`)} <= p.lapses_on
    order by s.id, p.lapses_on desc) broken on broken.id = l.id
  left join (select distinct on (p.loan_id) p.loan_id, due_on, greatest(amount - received, 0) as due_amount
    from (${expected(ofAll)}) p
    order by p.loan_id, p.due_on, p.id) open on open.loan_id = l.id
  left join lateral (select d.follow_up_date from borrower_dispositions d where d.loan_id = l.id
      and d.follow_up_date is not null and d.effective_at >= l.last_disposition_at
    order by d.effective_at desc limit 1) f on true`;

const seen = (actor: ServerActor, asked: Asked): Fragment => sql`
  select l.id, l.total_outstanding, l.assigned_at, l.last_disposition_at, l.paid_off_at from loans l
  ${where([
    sql`l.is_active`,
    visibleLoans(actor, sql`l.assignee_id`),
    ...narrow<typeof today.list>(asked, {
      userId: (id) => sql`l.assignee_id = ${id}`,
      q: (q) => sql`${loanHas(q)}`,
      // Each section is counted, whichever is shown.
      section: null,
    }),
  ])}`;

const numberOf = (section: TodaySection): number => todaySections.indexOf(section);

type Counts = Record<TodaySection | 'worked' | 'due' | 'dueAmount', number>;

/** Totals per section, completed and scheduled items of today, and the loan ids of this page in work order. */
export async function rankOf(
  tx: Tx,
  actor: ServerActor,
  asked: Asked,
): Promise<{ counts: Counts; ids: number[] }> {
  const { day, section } = asked;
  const row = await tx.one<{
    counts: Record<string, number> | null;
    day: { worked: number; due: number; dueAmount: number } | null;
    ids: number[] | null;
  }>(sql`
    with seen as materialized (${seen(actor, asked)}),
    promised as materialized (${promised(asked.userId)}),
    placed as (
      select m.*, case
          when m.paid_off_at is not null then 4
          when m.lapses_on is not null then 0
          when ${dayIn(sql`m.follow_up_date`)} <= ${day} then 1
          when m.due_on <= ${day} then 2
          when m.assigned_at is not null and (m.last_disposition_at is null or m.last_disposition_at < m.assigned_at) then 3
          else 4 end as section
      from (${mine}) m),
    ranked as materialized (
      select id, section, total_outstanding, case section
          when 0 then -extract(epoch from lapses_on)
          when 1 then extract(epoch from follow_up_date)
          when 2 then extract(epoch from due_on)
          when 3 then -extract(epoch from assigned_at)
          else case when paid_off_at is not null then 2 else (coalesce(${dayIn(sql`last_disposition_at`)} = ${day}, false))::int end end as place,
        coalesce(${dayIn(sql`last_disposition_at`)} = ${day}, false) as is_worked,
        due_amount, coalesce(due_on = ${day} and paid_off_at is null, false) as is_due
      from placed)
    select (select jsonb_object_agg(section, n) from (select section, count(*) as n from ranked group by 1) c) as counts,
      (select jsonb_build_object('worked', count(*) filter (where is_worked), 'due', count(*) filter (where is_due),
        'dueAmount', coalesce(sum(due_amount) filter (where is_due), 0)) from ranked) as day,
      array(select id from ranked ${section ? sql`where section = ${numberOf(section)}` : sql``}
        order by section, place, total_outstanding desc, id desc ${paged(asked)}) as ids`);
  const of = (name: TodaySection): number => row?.counts?.[numberOf(name)] ?? 0;
  return {
    counts: {
      broken: of('broken'),
      follow_up: of('follow_up'),
      promise: of('promise'),
      new: of('new'),
      rest: of('rest'),
      ...(row?.day ?? { worked: 0, due: 0, dueAmount: 0 }),
    },
    ids: row?.ids ?? [],
  };
}

type Row = z.output<typeof today.list.gives>;
export type TodayLimit =
  | 'closed'
  | 'isDNC'
  | 'hours'
  | 'closedOn'
  | 'rest'
  | 'cappedUntil'
  | 'noCalls'
  | 'avoid'
  | 'visitCappedUntil'
  | 'visitNotice'
  | 'contacts';
type Facts = Omit<Row, TodayLimit>;

const ofOne: Of = { loans: sql`(l.id)`, promises: sql`promises` };
const shownOf = sql`jsonb_build_object('amount', p.amount, 'received', p.received, 'dueOn', p.due_on, 'lapsesOn', p.lapses_on)`;

/** The days, and the most calls, from which the best hour is estimated. */
const callDays = 90;
const mostCalls = 60;
const calls = (day: string): Fragment => sql`
  (select jsonb_build_object('attempts', count(*),
      'talks', count(k.bridged_at) filter (where k.bridged_at >= date_trunc('month', ${day}::date)::timestamp at time zone 'Asia/Kolkata'),
      'hours', coalesce(jsonb_agg(extract(hour from k.bridged_at at time zone 'Asia/Kolkata')::int) filter
        (where k.bridged_at is not null), '[]'))
    from (select k.bridged_at from call_attempts k where k.loan_id = l.id and k.dialed_at >= ${day}::date - ${callDays}::int
      order by k.dialed_at desc limit ${mostCalls}) k)`;

/** Row fields, in the order of the ids. */
export async function factsOf(tx: Tx, ids: readonly number[], day: string): Promise<Facts[]> {
  return tx.rows<Facts>(sql`
    select l.id, l.loan_number as "loanNumber", b.name as "borrowerName", b.city_name as city,
      'XXXXXX' || right(l.mobile, 4) as mobile, c.name as client, l.total_outstanding as "totalOutstanding", l.total_is_known as "isTotalKnown",
      l.principal_outstanding as "principalOutstanding", ${paidOffOf(sql`l`)} as "paidOff", l.dpd, l.assigned_at as "assignedAt",
      array(select t.name from loan_tags t where t.loan_id = l.id order by t.name) as tags,
      m.name as "lastDisposition", l.last_disposition_at as "lastDispositionAt",
      (select d.follow_up_date from borrower_dispositions d where d.loan_id = l.id and d.follow_up_date is not null
        and d.effective_at >= l.last_disposition_at order by d.effective_at desc limit 1) as "followUpAt",
      (select ${shownOf} from (${notKept(ofOne)}) p
        order by p.lapses_on desc, p.id desc limit 1) as broken,
      (select ${shownOf} from (${expected(ofOne)}) p order by p.due_on, p.id limit 1) as promise,
      ${calls(day)} as calls, l.payment_account_id is not null as "hasAccount"
    from unnest(${[...ids]}::bigint[]) with ordinality page (id, n)
    join loans l on l.id = page.id join borrowers b on b.id = l.borrower_id join clients c on c.id = l.client_id
    left join dispositions m on m.id = l.last_disposition_id
    order by page.n`);
}
