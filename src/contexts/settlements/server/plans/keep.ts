/** Judges plans after payments on their loans, and when a day has passed in India. */
import { watchersOf } from '#contexts/agency/server/visible.ts';
import { correctSummary } from '#contexts/payments/server/summaries/summary.ts';
import { type Judged, type PlanState, judgePlan } from '#contexts/settlements/contract/instalment-rules.ts';
import type { DayReceipts, InstalmentDraft } from '#contexts/settlements/contract/instalment-rules.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { eventLog } from '#kernel/server/live/event.ts';
import { type Clock, businessDay } from '#kernel/server/operation/clock.ts';
import type { Logger } from '#kernel/server/operation/log.ts';
import { type Loop, openLoop } from '#kernel/server/work/loop.ts';
import { postPlanWaivers } from '../waivers.ts';
import { countsFrom } from '../agreements/agreement-conditions.ts';
import { sql } from '#kernel/server/database/sql.ts';

const every = 1000;
const mostAtOnce = 1000;

interface Row {
  id: number;
  loanId: number;
  state: PlanState;
  asks: boolean;
  binds: boolean;
  isAccepted: boolean;
  acceptBy: string;
  graceDays: number;
  countsFrom: string;
  instalments: InstalmentDraft[];
  assigneeId: number | null;
  userId: number;
  approverId: number | null;
  /** The lender decided it: its users are notified of changes. */
  isSent: boolean;
}

/** Loans where money moved, and those with a plan that was not judged today. */
async function takeLoans(tx: Tx, today: string): Promise<number[]> {
  const queued = await tx.rows<{ loanId: number }>(sql`
    delete from settlement_queue where id in (select id from settlement_queue order by id limit ${mostAtOnce} for no key update skip locked)
    returning loan_id as "loanId"`);
  const due = await tx.rows<{ loanId: number }>(sql`
    select loan_id as "loanId" from settlement_plans where state in ('offered', 'accepted', 'running', 'late') and judged_on < ${today}
    order by judged_on, settlement_id limit ${mostAtOnce}`);
  return [...new Set([...queued, ...due].map(({ loanId }) => loanId))].toSorted((a, b) => a - b);
}

const plansOf = (tx: Tx, loanIds: readonly number[]): Promise<Row[]> =>
  tx.rows<Row>(sql`
    select q.settlement_id as id, q.loan_id as "loanId", q.state, q.asks, q.binds, q.accepted_at is not null as "isAccepted",
      q.accept_by as "acceptBy", q.grace_days as "graceDays", ${countsFrom} as "countsFrom", l.assignee_id as "assigneeId",
      s.user_id as "userId", s.last_approval_user_id as "approverId", s.sent_to_client_at is not null as "isSent",
      (select jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
        from settlement_instalments i where i.settlement_id = q.settlement_id) as instalments
    from settlement_plans q join settlements s on s.id = q.settlement_id join loans l on l.id = q.loan_id
    where q.loan_id = any(${[...loanIds]}) and q.state <> 'withdrawn' order by q.settlement_id for no key update of q`);

/** Posted ledger amounts per day; excludes unconfirmed agent reports. */
const receiptsOf = (tx: Tx, { loanId, countsFrom: since }: Row): Promise<DayReceipts[]> =>
  tx.rows<DayReceipts>(sql`
    select day, sum(collected_by(from_account, to_account) * amount)::bigint as amount from postings
    where loan_id = ${loanId} and source = 'payment' and collected_by(from_account, to_account) <> 0 and day >= ${since}
    group by day having sum(collected_by(from_account, to_account) * amount) <> 0`);

async function write(tx: Tx, row: Row, judged: Judged, { now, today }: { now: Date; today: string }) {
  await tx.run(sql`
    update settlement_instalments i set received = j.received, state = j.state
    from unnest(${judged.instalments.map(({ received }) => received)}::bigint[],
      ${judged.instalments.map(({ state }) => state)}::text[]) with ordinality j (received, state, n)
    where i.settlement_id = ${row.id} and i.n = j.n and (i.received, i.state) is distinct from (j.received, j.state)`);
  await tx.run(sql`
    update settlement_plans set judged_on = ${today}, changed_at = case when state = ${judged.state} then changed_at else ${now} end,
      noted_at = case when state = ${judged.state} then noted_at end, noted_by = case when state = ${judged.state} then noted_by end,
      state = ${judged.state}, tell_at = case when ${judged.state} = 'offered' then tell_at end
    where settlement_id = ${row.id}`);
}

const lenderPeople = async (tx: Tx, loanId: number): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select u.id from users u join loans l on l.client_id = u.client_id where l.id = ${loanId} and u.is_active`)
  ).map(({ id }) => id);

/** On both timelines: the agency's, and the lender's. */
const note = (tx: Tx, id: number, status: string): Promise<number> =>
  tx.run(sql`
    insert into settlement_steps (settlement_id, side, status)
    select ${id}, side, ${status} from unnest(array['collection', 'client']) side`);

export const planStep = (state: PlanState): string => `Plan ${state}`;

/** Judges every plan of these loans; the loans are locked here. Answers what changed. */
async function judgePlans(tx: Tx, loanIds: readonly number[], now: Date): Promise<number> {
  const today = businessDay(now);
  // Loans first, as payments lock them.
  await tx.run(sql`select id from loans where id = any(${[...loanIds]}) order by id for no key update`);
  const rows = await plansOf(tx, loanIds);
  const events = eventLog(null, null);
  const turned: Row[] = [];
  for (const row of rows) {
    const judged = judgePlan(row, await receiptsOf(tx, row), today);
    await write(tx, row, judged, { now, today });
    if (judged.state === row.state) continue;
    await note(tx, row.id, planStep(judged.state));
    if (judged.state === 'paid' || row.state === 'paid') turned.push(row);
    const to = [
      ...(await watchersOf(tx, [row.assigneeId, row.userId, row.approverId])),
      ...(row.isSent ? await lenderPeople(tx, row.loanId) : []),
    ];
    const facts = { loanId: row.loanId, before: planStep(row.state), after: planStep(judged.state) };
    events.emit('settlements.changed', { id: row.id, facts, to });
  }
  if (turned.length > 0)
    await postPlanWaivers(
      tx,
      turned.map(({ id }) => id),
    );
  // Also where what was paid is withdrawn: the loan is open again.
  const summed = [...new Set([...turned.map(({ loanId }) => loanId), ...(await closedOf(tx, loanIds))])];
  if (summed.length > 0) await correctSummary(tx, summed);
  await events.flush(tx, [
    'settlements',
    'loans',
    'today',
    'dialer',
    'users-task',
    'payment-links',
    'communications',
    'portal',
  ]);
  return turned.length;
}

/** Borrowers without further collection. */
const closedOf = async (tx: Tx, loanIds: readonly number[]): Promise<number[]> =>
  (
    await tx.rows<{ id: number }>(sql`
      select id from loans where id = any(${[...loanIds]}) and payment_status = 'Settlement Paid'`)
  ).map(({ id }) => id);

/** In the transaction of a payment: closes what it pays off immediately. */
export async function judgePaid(tx: Tx, loanId: number, now: Date): Promise<void> {
  const open = await tx.one(sql`
    select 1 as ok from settlement_plans where loan_id = ${loanId} and state not in ('expired', 'withdrawn') limit 1`);
  if (open) await judgePlans(tx, [loanId], now);
}

/** Judges pending plans, up to a limit; returns the number of loans. */
export const judgeWaitingPlans = (database: Database, clock: Clock): Promise<number> =>
  database.transaction(async (tx) => {
    const now = clock.now();
    const loanIds = await takeLoans(tx, businessDay(now));
    if (loanIds.length > 0) await judgePlans(tx, loanIds, now);
    return loanIds.length;
  });

/** Safe on every node at once. */
export function keepJudgingPlans(database: Database, clock: Clock, log: Logger): Loop {
  const loop = openLoop(
    every,
    async () => {
      if ((await judgeWaitingPlans(database, clock)) > 0) loop.wake();
    },
    (error) => log.warn({ err: error }, 'settlement plans'),
    database.rest,
  );
  return loop;
}
