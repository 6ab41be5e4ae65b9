/** One truth per month: every screen, report and file has equal money, including closed loans and former users. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { dashboard, loanStats } from '../../src/contexts/reporting/contract/dashboard.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { ledger } from '../../src/contexts/payments/contract/ledger.ts';
import { collectedAccounts } from '../../src/contexts/payments/contract/ledger-words.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { performance } from '../../src/contexts/reporting/contract/performance.ts';
import { teamDashboard } from '../../src/contexts/reporting/contract/team-dashboard.ts';
import { foldSums } from '../../src/contexts/reporting/server/sums.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot } from '../kit.ts';
import { changePayments } from '../world.ts';

const now = new Date('2026-11-22T06:30:00Z');
/** With today, of a month of thirty. */
const pendingDays = 9;

let server: TestServer;
let admin: Caller;
let manager: Caller;
let lead: Caller;
let agents: Caller[];
const flags = [
  'view_agent_collection_performance_report',
  'list_client_performance',
  'list_payment',
  'list_export_files',
] as const;

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.as(...flags);
  manager = await server.person({ roleType: 'manager', flags });
  lead = await server.person({ roleType: 'tech_lead', flags, reportingTo: manager.id });
  agents = await Promise.all([1, 2, 3].map(() => server.person({ roleType: 'agent', reportingTo: lead.id })));
  const ids = agents.map(({ id }) => id);
  await server.database.run(sql`insert into clients (id, name) values (71, 'Second')`);
  await server.database.run(sql`insert into portfolios (id, client_id, name) values (72, 71, 'Other')`);
  // Every third loan is closed; those of the second lender all are; the third person has nothing but closed ones.
  await server.database.run(sql`
    with made as (
      insert into borrowers (client_id, name) select 1 + 70 * (n % 5 / 4), 'Asha ' || n from generate_series(1, 60) n returning id, client_id, name)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, is_active, principal_outstanding,
      total_outstanding, payment_history_status)
    select client_id, case client_id when 1 then 1 else 72 end, id, 'F' || n, name, (${ids}::bigint[])[1 + n % 3],
      client_id = 1 and n % 3 < 2 and n % 4 > 0, 100000 + n, 200000 + n, 'Any time in last 3 Months'
    from (select m.*, split_part(name, ' ', 2)::int as n from made m) m`);
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, status)
    select l.id, 1000 * n + n % 7, case n % 6 when 0 then date '2026-11-22' when 1 then '2026-11-01' when 2 then '2026-10-15'
        when 3 then '2026-10-31' when 4 then '2026-11-23' else '2026-11-14' end,
      n % 11 > 0, 'DISPOSITION', case n % 13 when 0 then 'reversed' else 'success' end
    from loans l, generate_series(1, 9) k, lateral (select substr(l.loan_number, 2)::int * 5 + k as n) x where l.loan_number like 'F%'`,
  );
  await server.database.run(sql`insert into user_targets (user_id, year, month, amount)
    select unnest(${ids}::bigint[]), 2026, 11, 12345600 union all select ${manager.id}::bigint, 2026, 10, 99`);
  // Lender targets differ from agent targets.
  await server.database.run(sql`insert into allocation_types (id, name, code) values (901, 'Fresh', 'F9')`);
  await server.database.run(sql`
    insert into allocation_type_hierarchy (allocation_type_id, client_id, portfolio_id, owner_id, month, year, target)
    values (901, 1, 1, ${manager.id}, 11, 2026, 30000000), (901, 71, 72, ${manager.id}, 11, 2026, 5000050),
      (901, 1, 1, ${manager.id}, 10, 2026, 777)`);
  await server.database.run(sql`update users set is_active = false where id = ${ids[2]}`);
});
afterAll(() => server.stop());

const rupees = (paise: number): number => Math.round(paise) / 100;
const sum = (values: (number | null | undefined)[]): number =>
  Math.round(values.reduce<number>((all, one) => all + (one ?? 0), 0) * 100) / 100;

/** The sum under the list of payments by loan. */
const listed = async (who: Caller): Promise<number> =>
  ((await who.call(payments.byAgent, { type: 'realized' })).summary as { realizedamount: number })
    .realizedamount;

/** The money itself. */
async function truth(from: string, to: string, agentId?: number): Promise<number> {
  const row = await server.database.one<{ amount: number }>(sql`
    select coalesce(sum(p.amount), 0)::bigint as amount from payments p join loans l on l.id = p.loan_id
    where p.realized and p.status = 'success' and p.payment_date between ${from} and ${to}
      and (${agentId ?? null}::bigint is null or l.assignee_id = ${agentId ?? null})`);
  return rupees(row?.amount ?? 0);
}

test('what was collected this month is one number on every screen, for everybody who sees all of it', async () => {
  const collected = await truth('2026-11-01', '2026-11-22');
  const ofClosed = await server.database.one<{ amount: number }>(sql`
    select sum(p.amount)::bigint as amount from payments p join loans l on l.id = p.loan_id
    where not l.is_active and p.realized and p.status = 'success' and p.payment_date between '2026-11-01' and '2026-11-22'`);
  expect(ofClosed?.amount).toBeGreaterThan(0);
  for (const who of [lead, manager, admin]) {
    const money = await who.call(loanStats.payments, {});
    const [, achieved] = await who.call(loanStats.achievement, {});
    const told: Record<string, number | null | undefined> = {
      'home, payments': money.find(({ title }) => title === 'realized')?.MTD.amount,
      'home, target and achieved': achieved?.months['112026'],
      'home, by history': sum((await who.call(loanStats.histories, {})).map(({ cm }) => cm)),
      'agents, report': sum((await who.call(performance.agents, {})).rows.map(({ mtd }) => mtd)),
      'payments, list': await listed(who),
    };
    for (const type of ['client', 'portfolio', 'allocation', 'totals'] as const)
      told[`lenders by ${type}`] = sum((await who.call(performance.clients, { type })).map(({ mtd }) => mtd));
    if (who !== admin) {
      told['team, target'] = (await who.call(teamDashboard.target, {})).achieved;
      told['team, agents'] = sum((await peopleOf(who)).map((one) => one.achieved));
    }
    if (who !== lead) {
      told['payments, total'] = (await who.call(payments.total, { type: 'realized' }))?.totalAmount;
    }
    if (who === admin) told['ledger'] = await inLedger(collectedAccounts);
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((screen) => [screen, collected])));
  }
  // What is claimed and not confirmed is one number too, and never in collected.
  const [, claimed] = await admin.call(loanStats.payments, {});
  expect(claimed?.title).toBe('unrealized');
  expect(claimed?.MTD.amount).toBe(await inLedger(['claimed']));
  expect(claimed?.MTD.amount).toBe((await admin.call(payments.total, { type: 'unrealized' }))?.totalAmount);
  expect(claimed?.MTD.amount).toBeGreaterThan(0);
});

test('today, this month and all-time equal their rows, before and after aggregation and reassignment', async () => {
  const leaders = {
    [admin.id]: null,
    [manager.id]: manager.id,
    [lead.id]: lead.id,
    [agents[0]?.id ?? 0]: agents[0]?.id,
  };
  const asTheRowsAre = async (): Promise<void> => {
    for (const who of [admin, manager, lead, agents[0] as Caller])
      for (const { title, FTD, MTD, overAll } of await who.call(loanStats.payments, {})) {
        const rows = await server.database.rows<{ amount: number; count: number }>(sql`
          select coalesce(sum(p.amount), 0)::bigint as amount, count(p.id)::int as count
          from unnest(array[date '2026-11-22', '2026-11-01', '2000-01-01']) with ordinality f (day, n) left join (
            select p.* from payments p join loans l on l.id = p.loan_id
            where p.status = 'success' and p.realized = ${title === 'realized'} and p.payment_date <= '2026-11-22'
              and (${leaders[who.id] ?? null}::bigint is null
                or l.assignee_id in (select user_id from user_below where ancestor_id = ${leaders[who.id] ?? null}))) p
            on p.payment_date >= f.day group by f.n order by f.n`);
        expect([FTD, MTD, overAll]).toEqual(
          rows.map(({ amount, count }) => ({ amount: rupees(amount), count })),
        );
        expect(FTD.count).toBeGreaterThan(0);
      }
    // Ledger totals equal the rows: unsupported filters read the rows.
    for (const type of ['realized', 'unrealized'] as const)
      for (const days of [{}, { fromDate: '2026-10-15', toDate: '2026-11-01' }, { toDate: '2026-11-30' }])
        for (const clientIds of [[], [1], [71]]) {
          const asked = { type, clientIds, ...days };
          const both = [{ isActive: true }, { isActive: false }].map((more) =>
            admin.call(payments.total, { ...asked, ...more }),
          );
          expect((await admin.call(payments.total, asked))?.totalAmount).toBe(
            sum((await Promise.all(both)).map((one) => one?.totalAmount)),
          );
        }
  };
  await asTheRowsAre();
  await foldSums(server.database);
  await asTheRowsAre();
  const move = (from: Caller | undefined, to: Caller | undefined) =>
    server.database.run(
      sql`update loans set assignee_id = ${to?.id ?? 0} where assignee_id = ${from?.id ?? 0} and id % 2 = 0`,
    );
  await move(agents[1], agents[0]);
  await asTheRowsAre();
  await foldSums(server.database);
  await asTheRowsAre();
  await server.database
    .run(sql`update loans l set assignee_id = (${agents.map(({ id }) => id)}::bigint[])[1 + substr(loan_number, 2)::int % 3]
    where loan_number like 'F%'`);
});

test('each collected figure of the reports is the sum of the payments it opens', async () => {
  const total = async (asked: object): Promise<number> =>
    (await admin.call(payments.total, { type: 'realized', ...asked }))?.totalAmount ?? 0;
  const { rows } = await admin.call(performance.agents, {});
  expect(rows.length).toBeGreaterThan(3);
  for (const { agentId, portfolioId, mtd } of rows)
    expect(await total({ agentIds: [agentId], portfolioIds: [portfolioId] })).toBe(mtd);
  for (const { id, mtd } of await admin.call(performance.clients, { type: 'client' }))
    expect(await total({ clientIds: [id] })).toBe(mtd);
  for (const { id, mtd } of await admin.call(performance.clients, { type: 'portfolio' }))
    expect(await total({ portfolioIds: [id] })).toBe(mtd);
});

/** Net amount received in these accounts this month. */
async function inLedger(accounts: readonly string[]): Promise<number> {
  const { rows } = await admin.call(ledger.accounts, {});
  return sum(
    rows.filter(({ account }) => accounts.includes(account)).map(({ cameIn, left }) => cameIn - left),
  );
}

const peopleOf = async (who: Caller) => {
  const ranges = await who.call(teamDashboard.performance, {});
  const userIds = ranges.flatMap(({ agentIds }) => agentIds);
  return who.call(teamDashboard.performanceDetail, { userIds: userIds as never });
};

test('an agent has equal collections on every screen, for assigned or closed loans', async () => {
  const people = await peopleOf(lead);
  const { rows } = await lead.call(performance.agents, {});
  expect(new Set(people.map(({ id }) => id))).toEqual(new Set(agents.map(({ id }) => id)));
  for (const { id } of agents) {
    const collected = await truth('2026-11-01', '2026-11-22', id);
    expect(collected).toBeGreaterThan(0);
    expect(people.find((one) => one.id === id)?.achieved).toBe(collected);
    expect(sum(rows.filter(({ agentId }) => agentId === id).map(({ mtd }) => mtd))).toBe(collected);
  }
  for (const one of agents.slice(0, 2)) {
    const [money] = await one.call(loanStats.payments, {});
    expect(money?.MTD.amount).toBe(await truth('2026-11-01', '2026-11-22', one.id));
  }
});

test('last month is one number too, to date and complete', async () => {
  const whole = await truth('2026-10-01', '2026-10-31');
  const toTheDay = await truth('2026-10-01', '2026-10-22');
  const { rows } = await manager.call(performance.agents, {});
  expect(sum(rows.map(({ lastMonthPayment }) => lastMonthPayment))).toBe(whole);
  expect(sum(rows.map(({ lmtd }) => lmtd))).toBe(toTheDay);
  expect(sum((await manager.call(performance.clients, {})).map(({ lmtd }) => lmtd))).toBe(toTheDay);
  const before = await manager.call(performance.agents, { monthYear: '102026' });
  expect(sum(before.rows.map(({ mtd }) => mtd))).toBe(whole);
  expect(sum((await manager.call(performance.clients, { month: '102026' })).map(({ mtd }) => mtd))).toBe(
    whole,
  );
  const [, achieved] = await manager.call(loanStats.achievement, {});
  expect(achieved?.months['102026']).toBe(whole);
});

test('target, percentage and DRR are the same at home, on the dashboard and in the report', async () => {
  const collected = await truth('2026-11-01', '2026-11-22');
  const target = 3 * 123_456;
  for (const who of [lead, manager]) {
    const [targets, , percents] = await who.call(loanStats.achievement, {});
    const board = await who.call(teamDashboard.target, {});
    expect([targets?.months['112026'], board.target]).toEqual([target, target]);
    expect((await who.call(loanStats.payments, {}))[0]?.target).toBe(target);
    expect(percents?.months['112026']).toBe(board.percentage);
    expect(board.drr).toBeCloseTo((target - collected) / pendingDays, 2);
  }
  const { rows } = await lead.call(performance.agents, {});
  for (const row of rows.filter((one) => one.target !== null))
    expect(row.drr).toBeCloseTo(Math.max(0, (row.target ?? 0) - row.mtd) / pendingDays, 2);
  // Personal targets where set, on both.
  await server.database.run(
    sql`insert into user_targets (user_id, year, month, amount) values (${lead.id}, 2026, 11, 40000000)`,
  );
  expect((await lead.call(teamDashboard.target, {})).target).toBe(400_000);
  expect((await lead.call(loanStats.payments, {}))[0]?.target).toBe(400_000);
  expect((await manager.call(teamDashboard.target, {})).target).toBe(target);
  await server.database.run(sql`delete from user_targets where user_id = ${lead.id}`);
});

test("the agency's monthly target is the sum of its lenders' on every screen", async () => {
  const asked = 350_000.5;
  const lenders = async (type: 'client' | 'portfolio' | 'allocation' | 'totals') =>
    sum((await admin.call(performance.clients, { type })).map(({ target }) => target));
  const [targets, achieved, percents] = await admin.call(loanStats.achievement, {});
  const drawn = await admin.call(charts.month, {});
  const told = {
    'home, payments': (await admin.call(loanStats.payments, {}))[0]?.target,
    'home, target and achieved': targets?.months['112026'],
    'drawn month': drawn.target,
    'lenders by client': await lenders('client'),
    'lenders by portfolio': await lenders('portfolio'),
    'lenders, totals': await lenders('totals'),
  };
  expect(told).toEqual(Object.fromEntries(Object.keys(told).map((screen) => [screen, asked])));
  expect(percents?.months['112026']).toBe(
    Math.round(((achieved?.months['112026'] ?? 0) / asked) * 10_000) / 100,
  );
  // With one lender its target; a team has none by lender.
  expect((await admin.call(charts.month, { clientIds: [71] as never })).target).toBe(50_000.5);
  expect((await manager.call(charts.month, { clientIds: [71] as never })).target).toBeNull();
  expect((await manager.call(charts.month, {})).target).toBe(3 * 123_456);
});

test('closed loans are listed separately where requested', async () => {
  const closed = await admin.call(performance.clients, { isActive: false });
  const row = await server.database.one<{ amount: number; n: number }>(sql`
    select (select sum(p.amount)::bigint from payments p join loans l on l.id = p.loan_id where not l.is_active and p.realized
        and p.status = 'success' and p.payment_date between '2026-11-01' and '2026-11-22') as amount,
      (select count(*)::int from loans where not is_active) as n`);
  expect(sum(closed.map(({ mtd }) => mtd))).toBe(rupees(row?.amount ?? 0));
  expect(sum(closed.map(({ allocation }) => allocation))).toBe(row?.n);
});

/** A column of an exported file, added up. */
async function exported(who: Caller, type: string, head: string): Promise<number> {
  const { id } = await who.call(files.parse, { type: 'EXPORT', export_type: type, filters: {} });
  const job = await vi.waitUntil(
    async () => {
      const one = await who.call(files.job, { id: String(id) });
      return one?.status === 'completed' || one?.status === 'failed' ? one : false;
    },
    { timeout: 60_000, interval: 30 },
  );
  expect(job.status).toBe('completed');
  const { url } = await who.call(files.readLink, { key: job.fileKey ?? '' });
  const [heads = '', ...lines] = (await (await who.fetch(url)).text()).trim().split('\r\n');
  const at = heads.split(',').findIndex((one) => one.replaceAll('"', '') === head);
  expect(at).toBeGreaterThanOrEqual(0);
  return sum(lines.map((line) => Number(line.split(',')[at]?.replaceAll('"', ''))));
}

test('files show the figures of the screens', async () => {
  const collected = await truth('2026-11-01', '2026-11-22');
  expect(await exported(manager, 'agent-collection', 'MTD')).toBe(collected);
  expect(await exported(manager, 'payments', 'Amount')).toBe(collected);
});

test('totals of a large agency exceed the input limits', async () => {
  await server.database.run(sql`update loans set is_active = true, principal_outstanding = 9000000000000,
    total_outstanding = 9000000000000 where loan_number in ('F3', 'F6', 'F12')`);
  const sums = await server.database.one<{ pos: number }>(
    sql`select sum(principal_outstanding)::bigint as pos from loans where is_active`,
  );
  const [all] = await admin.call(performance.clients, { type: 'totals' });
  expect(all?.pos).toBe((sums?.pos ?? 0) / 100);
  expect((await manager.call(dashboard.allocation, {}))?.pos).toBe((sums?.pos ?? 0) / 100);
  expect(sum((await lead.call(performance.agents, {})).rows.map(({ pos }) => pos))).toBe(
    (sums?.pos ?? 0) / 100,
  );
  // One person's file, and all of them: more than a hundred billion rupees each.
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, status)
    select id, 9000000000000, '2026-11-22', k % 2 = 0, 'DISPOSITION', 'success'
    from loans, generate_series(1, 4) k where loan_number = 'F3'`,
  );
  const paid = await server.database.rows<{ realized: boolean; amount: number }>(sql`
    select realized, sum(amount)::bigint as amount from payments
    where loan_id = (select id from loans where loan_number = 'F3') and status = 'success'
      and payment_date between '2026-11-01' and '2026-11-22' group by realized`);
  const [yes = 0, no = 0] = [true, false].map(
    (is) => paid.find(({ realized }) => realized === is)?.amount ?? 0,
  );
  const told = await admin.call(payments.byAgent, {});
  expect(told.rows.find(({ loanPayments: { loanNumber } }) => loanNumber === 'F3')).toMatchObject({
    realizedAmount: yes / 100,
    unRealizedAmount: no / 100,
  });
  expect(told.summary).toMatchObject({ totalOutstanding: expect.any(Number) as number });
  const total = await admin.call(payments.total, { type: 'realized' });
  expect(total?.totalAmount).toBeGreaterThanOrEqual(yes / 100);
  const { summary } = await admin.call(payments.list, { type: 'realized' });
  expect(summary).toEqual({ totalAmount: total?.totalAmount });
});
