/** Cash in hand: receipts, and totals by agent and center; each total opens its receipts. */
import { loanHas } from '#contexts/loans/server/search.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import type { z } from 'zod/mini';
import type { cash } from '#contexts/payments/contract/cash/cash.ts';
import type { CashAge } from '#contexts/payments/contract/cash/cash-rules.ts';
import type { ServerActor } from '#kernel/server/http/actor.ts';
import { visibleUsers } from '#contexts/agency/server/visible.ts';
import { type Page, counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Filters, narrow } from '#kernel/server/database/narrow.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { amountInWords } from '../pages/views/amount-words.ts';
import { asReference } from '../lists/payment-search.ts';
import { counts, heldCash } from './held.ts';

export interface CashAsked {
  tx: Tx;
  actor: ServerActor;
  now: Date;
}
type Query<E extends { takes: z.ZodMiniType }> = z.output<E['takes']>;

/** Portal users of lenders see none. */
const seen = (actor: ServerActor, column: Fragment): Fragment =>
  actor.roleType === 'client' ? sql`false` : visibleUsers(actor, column);

const ages: Record<CashAge, Fragment> = {
  '0-1': sql`between 0 and 1`,
  '2-3': sql`between 2 and 3`,
  '4-7': sql`between 4 and 7`,
  '7+': sql`> 7`,
};
const ageAt = (now: Date): Fragment => sql`(${businessDay(now)}::date - r.day)`;

type ReceiptRow = Omit<z.output<typeof cash.receipts.gives>, 'inWords' | 'checkUrl'> & { code: string };

export async function pageOfReceipts(
  { tx, actor, now }: CashAsked,
  query: Query<typeof cash.receipts>,
  publicUrl: string,
): Promise<Page<z.output<typeof cash.receipts.gives>> & { summary: { amount: number } }> {
  const chosen = sql`from cash_receipts r join users u on u.id = r.user_id join loans l on l.id = r.loan_id
    join borrowers b on b.id = l.borrower_id ${where([
      seen(actor, sql`r.user_id`),
      ...narrow<typeof cash.receipts>(query, {
        state: (state) => sql`r.state = ${state}`,
        age: (age) => sql`${ageAt(now)} ${ages[age]}`,
        userIds: (ids) => sql`r.user_id = any(${ids})`,
        centerIds: (ids) => sql`u.center_id = any(${ids})`,
        clientIds: (ids) => sql`r.client_id = any(${ids})`,
        depositId: (id) =>
          sql`exists (select from cash_deposit_receipts d where d.receipt_id = r.id and d.deposit_id = ${id})`,
        loanId: (id) => sql`r.loan_id = ${id}`,
        mine: (isMine) => isMine && sql`r.user_id = ${actor.id}`,
        fromDate: (day) => sql`r.day >= ${day}`,
        toDate: (day) => sql`r.day <= ${day}`,
        q: (q) => sql`(payment_number(r.number) = payment_number(${asReference(q)}) or ${loanHas(q)})`,
      }),
    ])}`;
  const page = await counted<ReceiptRow>(tx, query, chosen, () =>
    tx.planned<ReceiptRow>(sql`
      select r.id, r.number, r.loan_id as "loanId", l.loan_number as "loanNumber", b.name as borrower,
        r.client_id as "clientId", c.name as client, r.user_id as "userId", u.first_name || ' ' || u.last_name as agent,
        e.name as center, r.amount, r.denominations, r.taken_at as "takenAt", r.day, greatest(${ageAt(now)}, 0) as "ageDays", r.state,
        (select d.deposit_id from cash_deposit_receipts d where d.receipt_id = r.id and d.is_live) as "depositId",
        r.code, r.user_id = ${actor.id} as "isMine"
      from (select r.id ${chosen} order by r.id desc ${paged(query)}) p join cash_receipts r on r.id = p.id
        join users u on u.id = r.user_id join loans l on l.id = r.loan_id join borrowers b on b.id = l.borrower_id
        join clients c on c.id = r.client_id left join centers e on e.id = u.center_id
      order by r.id desc`),
  );
  const [sum] = await tx.planned<{ amount: number }>(
    sql`select coalesce(sum(r.amount), 0)::bigint as amount ${chosen}`,
  );
  const rows = page.rows.map(({ code, ...row }) => ({
    ...row,
    inWords: amountInWords(row.amount, 'en'),
    checkUrl: `${publicUrl}/pay/receipt/${code}`,
  }));
  return { ...page, rows, summary: sum ?? { amount: 0 } };
}

export const handOf = ({ tx, actor, now }: CashAsked): Promise<z.output<typeof cash.hand.gives>[]> =>
  tx.rows(sql`
    select c.id as "clientId", c.name as client, coalesce(h.held, 0)::bigint as held, coalesce(i.in_hand, 0)::bigint as "inHand",
      coalesce(s.short, 0)::bigint as short, coalesce(i.receipts, 0)::int as receipts, h."oldestOn", c.cash_limit as "limit", c.cash_days as days,
      c.cash_slip_photo as "needsPhoto"
    from clients c left join (
      select k.client_id, sum(k.amount) as held, min(k.day) as "oldestOn" from ${heldCash(now)} k
      where k.user_id = ${actor.id} group by k.client_id) h on h.client_id = c.id
    left join (
      select r.client_id, sum(r.amount) as in_hand, count(*) as receipts from cash_receipts r
      where r.user_id = ${actor.id} and r.state = 'in-hand' group by r.client_id) i on i.client_id = c.id
    left join (
      select d.client_id, sum(d.short) as short from cash_deposits d
      where d.user_id = ${actor.id} and d.short > 0 group by d.client_id) s on s.client_id = c.id
    where c.is_active or h.held > 0 or i.in_hand > 0 order by h.held desc nulls last, c.name`);

/** Receipts of one agent and client as live rows, with amounts by age; and the shortage of their deposits. */
const live = (
  o: CashAsked,
  query: { clientIds?: readonly number[]; centerIds?: readonly number[]; userIds?: readonly number[] },
): Fragment => sql`
  from (
    select r.user_id, u.center_id, r.client_id, c.cash_limit, c.cash_days,
      count(*) filter (where r.state = 'in-hand') as receipts,
      coalesce(sum(r.amount) filter (where r.state = 'in-hand'), 0) as held,
      coalesce(sum(r.amount) filter (where r.state = 'in-hand' and ${ageAt(o.now)} <= 1), 0) as age0,
      coalesce(sum(r.amount) filter (where r.state = 'in-hand' and ${ageAt(o.now)} between 2 and 3), 0) as age2,
      coalesce(sum(r.amount) filter (where r.state = 'in-hand' and ${ageAt(o.now)} between 4 and 7), 0) as age4,
      coalesce(sum(r.amount) filter (where r.state = 'in-hand' and ${ageAt(o.now)} > 7), 0) as age8,
      coalesce(sum(r.amount) filter (where r.state = 'deposited'), 0) as transit,
      coalesce(sum(r.amount) filter (where r.state = 'short'), 0) as short,
      coalesce(sum(r.amount) filter (where r.is_counted), 0) as counted, max(${ageAt(o.now)}) filter (where r.is_counted) as oldest
    from (
      select r.user_id, r.client_id, r.amount, r.day, r.state, ${counts(o.now)} as is_counted
      from cash_receipts r join clients c on c.id = r.client_id where r.state in ('in-hand', 'deposited')
      union all select d.user_id, d.client_id, d.short, d.short_since, 'short', true from cash_deposits d where d.short > 0) r
      join users u on u.id = r.user_id join clients c on c.id = r.client_id ${where([
        seen(o.actor, sql`r.user_id`),
        Boolean(query.clientIds?.length) && sql`r.client_id = any(${query.clientIds})`,
        Boolean(query.centerIds?.length) && sql`u.center_id = any(${query.centerIds})`,
        Boolean(query.userIds?.length) && sql`r.user_id = any(${query.userIds})`,
      ])} group by r.user_id, u.center_id, r.client_id, c.cash_limit, c.cash_days) s`;
const sums = sql`sum(s.receipts)::int as receipts, coalesce(sum(s.held), 0)::bigint as "inHand",
  coalesce(sum(s.age0), 0)::bigint as age0, coalesce(sum(s.age2), 0)::bigint as age2, coalesce(sum(s.age4), 0)::bigint as age4,
  coalesce(sum(s.age8), 0)::bigint as age8, coalesce(sum(s.transit), 0)::bigint as "inTransit",
  coalesce(sum(s.short), 0)::bigint as short`;
type Sums = {
  [K in 'receipts' | 'inHand' | 'age0' | 'age2' | 'age4' | 'age8' | 'inTransit' | 'short']: number;
};
const noSums: Sums = { receipts: 0, inHand: 0, age0: 0, age2: 0, age4: 0, age8: 0, inTransit: 0, short: 0 };

async function totals(tx: Tx, from: Fragment): Promise<Sums> {
  const [sum] = await tx.planned<Sums>(sql`select ${sums} ${from}`);
  return { ...noSums, ...sum, receipts: sum?.receipts ?? 0 };
}

export async function pageByAgent(
  o: CashAsked,
  query: Query<typeof cash.byAgent>,
): Promise<Page<z.output<typeof cash.byAgent.gives>> & { summary: Sums }> {
  const { tx } = o;
  const { centerIds, userIds, clientIds } = query;
  const from = live(o, {
    ...(centerIds && { centerIds }),
    ...(userIds && { userIds }),
    ...(clientIds && { clientIds }),
  });
  const named = narrow<typeof cash.byAgent>(query as Filters<typeof cash.byAgent>, {
    centerIds: null,
    userIds: null,
    clientIds: null,
    q: (q) => nameHas(sql`u.first_name || ' ' || u.last_name`, q),
  });
  const grouped = sql`${from} join users u on u.id = s.user_id ${where(named)} group by s.user_id`;
  const page = await counted(tx, query, grouped, () =>
    tx.planned<z.output<typeof cash.byAgent.gives>>(sql`
      select u.id, u.first_name || ' ' || u.last_name as agent, u.center_id as "centerId", e.name as center, t.receipts,
        t."inHand", t.age0, t.age2, t.age4, t.age8, t."inTransit", t.short, t."isOver",
        (select min(a.since) from cash_alerts a where a.user_id = u.id and a.ended_at is null) as "overSince"
      from (select s.user_id, ${sums}, bool_or(s.counted > s.cash_limit or s.oldest > s.cash_days) is true as "isOver" ${grouped}) t
        join users u on u.id = t.user_id left join centers e on e.id = u.center_id
      order by t."isOver" desc, t."inHand" desc, u.id ${paged(query)}`),
  );
  return { ...page, summary: await totals(tx, from) };
}

export async function pageByCenter(
  o: CashAsked,
  query: Query<typeof cash.byCenter>,
): Promise<Page<z.output<typeof cash.byCenter.gives>> & { summary: Sums }> {
  const { tx } = o;
  const from = live(o, query.clientIds ? { clientIds: query.clientIds } : {});
  const named = narrow<typeof cash.byCenter>(query as Filters<typeof cash.byCenter>, {
    clientIds: null,
    q: (q) => nameHas(sql`e.name`, q),
  });
  const grouped = sql`${from} left join centers e on e.id = s.center_id ${where(named)} group by s.center_id`;
  const page = await counted(tx, query, grouped, () =>
    tx.planned<z.output<typeof cash.byCenter.gives>>(sql`
      select coalesce(t.center_id, 0) as id, e.name as center, t.agents, t.receipts, t."inHand", t.age0, t.age2, t.age4, t.age8,
        t."inTransit", t.short
      from (select s.center_id, count(distinct s.user_id)::int as agents, ${sums} ${grouped}) t
        left join centers e on e.id = t.center_id
      order by t."inHand" desc, t.center_id ${paged(query)}`),
  );
  return { ...page, summary: await totals(tx, from) };
}
