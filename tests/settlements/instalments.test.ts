/** Instalment settlements: requested, decided, judged by the ledger, waived once, and without further collection. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { addDays, spread } from '../../src/contexts/settlements/contract/instalment-days.ts';
import { portal } from '../../src/contexts/settlements/contract/portal.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { judgeWaitingPlans } from '../../src/contexts/settlements/server/plans/keep.ts';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { plansJudged } from './plans-judged.ts';
import { changePayments } from '../world.ts';

const flags: Flag[] = [
  'approve_reject_settlement',
  'reopen_settlement',
  'update_settlement_amount',
  'settlement_timeline',
];
let now = new Date('2026-11-20T05:00:00Z');
const day = (n: number): string => addDays(businessDay(now), n);

let server: TestServer;
let lead: Caller;
let agent: Caller;
let stranger: Caller;
let loanId = 0;
beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  lead = await server.person({ roleType: 'tech_lead', flags });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  stranger = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-11-20T05:00:00Z');
  await server.database.run(sql`update clients set settlement_asks = 'never', settlement_grace_days = 7`);
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name, assignee_id, mobile,
      principal_outstanding, total_outstanding)
    select 1, 1, b.id, 'I-' || b.id, 'Asha Rao', ${agent.id}, '98' || lpad(b.id::text, 8, '0'), 100000_00, 120000_00 from b returning id`);
  loanId = made?.id ?? 0;
});

const rupeesOf = (schedule: { dueOn: string; amount: number }[]) =>
  schedule.map(({ dueOn, amount }) => ({ dueOn, amount: amount / 100 }));
const thirds = () => rupeesOf(spread(90_000_00, 3, day(1)));
const ask = async (who = agent, instalments: { dueOn: string; amount: number }[] = thirds()) =>
  (
    await who.call(settlements.request, {
      loanId,
      amount: 90_000,
      settlementDate: day(5),
      instalments,
      followUpDate: now.toISOString(),
    })
  ).id;
const approved = async (): Promise<number> => {
  const id = await ask();
  await lead.call(settlements.updateStatus, { id, status: 'Approved' });
  await judged();
  return id;
};
const pay = async (amount: number, paidOn = day(0)): Promise<number> =>
  (
    await changePayments(
      server.database,
      sql`
      insert into payments (loan_id, amount, payment_date, realized, source)
      values (${loanId}, ${amount * 100}, ${paidOn}, true, 'PAYMENT_FILE')`,
    )
  )[0] ?? 0;
const judged = (): Promise<void> => plansJudged(server.database, { now: () => now });
/** Screen state, once the server has judged it. */
const becomes = (id: number, state: string, ...instalments: string[]) =>
  expect
    .poll(
      async () => {
        await judgeWaitingPlans(server.database, { now: () => now });
        const row = await lead.call(settlements.one, { id: String(id) });
        return [row.plan?.state, ...row.instalments.map((one) => `${one.state} ${one.received}`)];
      },
      { interval: 20 },
    )
    .toEqual([state, ...instalments]);
const waived = async (): Promise<number> =>
  (
    await server.database.one<{ n: number }>(sql`
      select coalesce(sum(case when to_account = 'waived' then amount else -amount end), 0)::bigint as n from postings
      where loan_id = ${loanId} and source = 'settlement'`)
  )?.n ?? 0;
const statusOf = async (): Promise<string | null> =>
  (
    await server.database.one<{ s: string | null }>(
      sql`select payment_status as s from loans where id = ${loanId}`,
    )
  )?.s ?? null;

test('a schedule is sorted days from today that sum to the amount', async () => {
  const bad = async (instalments: { dueOn: string; amount: number }[]) =>
    ((await refusal(ask(agent, instalments))).body.fields ?? []).map(({ path }: { path: string }) => path);
  const [one, two, three] = thirds();
  if (!one || !two || !three) throw new Error('three');
  expect(await bad([one, two])).toEqual(['instalments']);
  expect(await bad([one, three, two])).toEqual(['instalments.2.dueOn']);
  expect(await bad([{ ...one, dueOn: day(-1) }, two, three])).toEqual(['instalments.0.dueOn']);
  expect(await bad([one, two, { ...three, dueOn: day(366) }])).toEqual(['instalments.2.dueOn']);
  expect(await bad([{ ...one, amount: 0 }, two, { ...three, amount: 60_000 }])).toEqual([
    'instalments.0.amount',
  ]);
  expect((await refusal(ask(stranger))).body.code).toBe('NOT_FOUND');
  const id = await ask();
  const row = await agent.call(settlements.one, { id: String(id) });
  expect(row.instalments.map(({ dueOn, amount }) => [dueOn, amount])).toEqual([
    [day(1), 30_000],
    ['2026-12-21', 30_000],
    ['2027-01-21', 30_000],
  ]);
  // The day of the settlement is the last of them.
  expect(row).toMatchObject({ settlementDate: '2027-01-21', plan: null });
  expect((await refusal(stranger.call(settlements.one, { id: String(id) }))).body.code).toBe('NOT_FOUND');
});

test('another amount scales each instalment, and needs a new decision', async () => {
  const id = await approved();
  await becomes(id, 'running', 'open 0', 'open 0', 'open 0');
  await lead.call(settlements.updateStatus, { id, status: 'AmountUpdated', updateAmount: 100_000 });
  await becomes(id, 'withdrawn', 'open 0', 'open 0', 'open 0');
  const row = await lead.call(settlements.one, { id: String(id) });
  expect(row.instalments.map(({ amount }) => amount)).toEqual([33_333, 33_333, 33_334]);
  expect(row.status).toBe('AmountUpdated');
});

test('nothing is waived until all is received on time; then once, the loan is settled and calls stop', async () => {
  const id = await approved();
  expect(await waived()).toBe(0);
  await pay(30_000);
  await becomes(id, 'running', 'paid 30000', 'open 0', 'open 0');
  await pay(59_999.5);
  await becomes(id, 'running', 'paid 30000', 'paid 30000', 'open 29999.5');
  expect(await waived()).toBe(0);
  expect((await agent.call(dialer.allowance, { id: String(loanId) })).rule).not.toBe('paid_off');
  const last = await pay(0.5);
  await becomes(id, 'paid', 'paid 30000', 'paid 30000', 'paid 30000');
  expect(await waived()).toBe(30_000_00);
  expect(await statusOf()).toBe('Settlement Paid');
  expect((await agent.call(dialer.allowance, { id: String(loanId) })).rule).toBe('paid_off');
  // Judged once more, nothing is posted twice.
  await pay(1000);
  await becomes(id, 'paid', 'paid 30000', 'paid 30000', 'paid 30000');
  expect(await waived()).toBe(30_000_00);
  // A gateway reversal restores it.
  await changePayments(
    server.database,
    sql`update payments set status = 'reversed' where loan_id = ${loanId} and (id = ${last} or amount = 100000)`,
  );
  await becomes(id, 'running', 'paid 30000', 'paid 30000', 'open 29999.5');
  expect(await waived()).toBe(0);
  expect(await statusOf()).toBe('Partially Paid');
  expect((await agent.call(dialer.allowance, { id: String(loanId) })).rule).not.toBe('paid_off');
});

test('claims are excluded', async () => {
  const id = await approved();
  await changePayments(
    server.database,
    sql`
    insert into payments (loan_id, user_id, amount, payment_date, realized, source, transaction_id)
    values (${loanId}, ${agent.id}, 90000_00, ${day(0)}, false, 'DISPOSITION', 'C1')`,
  );
  await becomes(id, 'running', 'open 0', 'open 0', 'open 0');
});

test('late, then broken after the grace days: paid sums remain, and another settlement may be requested', async () => {
  const id = await approved();
  await pay(10_000);
  await becomes(id, 'running', 'open 10000', 'open 0', 'open 0');
  now = new Date('2026-11-22T05:00:00Z');
  await becomes(id, 'late', 'late 10000', 'open 0', 'open 0');
  now = new Date('2026-11-28T18:29:00Z');
  await becomes(id, 'late', 'late 10000', 'open 0', 'open 0');
  now = new Date('2026-11-28T18:31:00Z');
  await becomes(id, 'broken', 'missed 10000', 'open 0', 'open 0');
  const steps = await lead.call(settlements.timeline, { id: String(id) });
  expect(steps.map(({ status }) => status)).toContain('Plan broken');
  // Too late is too late, also for all of it.
  await pay(80_000);
  await becomes(id, 'broken', 'missed 30000', 'paid 30000', 'paid 30000');
  expect(await waived()).toBe(0);
  // A timely payment is included, however late it is reported.
  await pay(80_000, '2026-11-27');
  await becomes(id, 'paid', 'paid 30000', 'paid 30000', 'paid 30000');
  await changePayments(
    server.database,
    sql`update payments set status = 'reversed' where loan_id = ${loanId} and payment_date = '2026-11-27'`,
  );
  await becomes(id, 'broken', 'missed 30000', 'paid 30000', 'paid 30000');
  const again = await ask(agent, rupeesOf(spread(90_000_00, 2, day(1))));
  await lead.call(settlements.updateStatus, { id: again, status: 'Approved' });
  await becomes(id, 'withdrawn', 'missed 30000', 'paid 30000', 'paid 30000');
});

test('one payment alone is waived when it is approved, as before, and settled when it is paid', async () => {
  const { id } = await agent.call(settlements.request, {
    loanId,
    amount: 90_000,
    settlementDate: day(5),
    followUpDate: now.toISOString(),
  });
  await lead.call(settlements.updateStatus, { id, status: 'Approved' });
  expect(await waived()).toBe(30_000_00);
  now = new Date('2027-03-01T05:00:00Z');
  await becomes(id, 'running');
  await pay(90_000);
  await becomes(id, 'paid');
  expect(await statusOf()).toBe('Settlement Paid');
  expect(await waived()).toBe(30_000_00);
  // The borrower paid as agreed: the agency cannot reopen it.
  expect((await refusal(lead.call(settlements.updateStatus, { id, status: 'ReOpened' }))).body.code).toBe(
    'LOAN_PAID_OFF',
  );
  expect(await statusOf()).toBe('Settlement Paid');
  expect(await waived()).toBe(30_000_00);
});

test('its lender sees the schedule in the portal, another lender does not', async () => {
  const id = await approved();
  await lead.call(settlements.sendToClient, { ids: [id] });
  const other = await server.database.one<{ id: number }>(
    sql`insert into clients (name) values ('Another lender') returning id`,
  );
  const [own, foreign] = await Promise.all([
    server.person({ roleType: 'client', clientId: 1 }),
    server.person({ roleType: 'client', clientId: other?.id ?? 0 }),
  ]);
  const { rows } = await own.call(portal.list, {});
  expect(rows.find((row) => row.id === id)?.instalments.map(({ amount }) => amount)).toEqual([
    30_000, 30_000, 30_000,
  ]);
  expect((await foreign.call(portal.list, {})).rows).toEqual([]);
});

test('its lender is notified when it breaks, with the current terms, until acknowledged', async () => {
  const id = await approved();
  await lead.call(settlements.sendToClient, { ids: [id] });
  const [own, second] = await Promise.all([
    server.person({ roleType: 'client', clientId: 1 }),
    server.person({ roleType: 'client', clientId: 1 }),
  ]);
  const other = await server.database.one<{ id: number }>(
    sql`insert into clients (name) values ('A third lender') returning id`,
  );
  const foreign = await server.person({ roleType: 'client', clientId: other?.id ?? 0 });
  const news = async (who: Caller) =>
    (await who.call(portal.list, { isNews: true })).rows.map((row) => row.id).filter((one) => one === id);
  await pay(10_000);
  await becomes(id, 'running', 'open 10000', 'open 0', 'open 0');
  expect(await news(own)).toEqual([]);
  expect((await refusal(own.call(portal.note, { id: String(id) }))).body.code).toBe('SETTLEMENT_STATE');
  const signals: string[] = [];
  const heard = new pg.Client({ ...inject('postgres'), database: server.databaseName });
  await heard.connect();
  heard.on('notification', ({ payload }) => void signals.push(payload ?? ''));
  await heard.query('listen recoup');
  now = new Date('2026-11-28T18:31:00Z');
  await becomes(id, 'broken', 'missed 10000', 'open 0', 'open 0');
  expect(await news(own)).toEqual([id]);
  expect(await news(foreign)).toEqual([]);
  const row = (await own.call(portal.list, { plan: 'broken' })).rows.find((one) => one.id === id);
  expect(row).toMatchObject({
    id,
    plan: { state: 'broken', on: '2026-11-29', isNews: true, outstanding: 120_000, received: 10_000 },
  });
  expect((await own.call(portal.timeline, { id: String(id) })).map(({ status }) => status)).toContain(
    'Plan broken',
  );
  // Screens of the lender's users are notified immediately, others are not.
  await heard.end();
  expect(signals.some((one) => one.includes('portal') && one.includes(String(own.id)))).toBe(true);
  const people = signals.flatMap((one) => (JSON.parse(one) as { to?: number[] }).to ?? []);
  expect(people).toEqual(expect.arrayContaining([own.id, second.id]));
  expect(people).not.toContain(foreign.id);
  // Nothing was waived, everything is owed.
  expect(await waived()).toBe(0);
  expect((await refusal(foreign.call(portal.note, { id: String(id) }))).body.code).toBe('NOT_FOUND');
  expect((await second.call(portal.note, { id: String(id) })).plan?.isNews).toBe(false);
  expect(await news(own)).toEqual([]);
  // An earlier payment is reported, reversed, and it breaks again: notified again.
  await pay(80_000, '2026-11-27');
  await becomes(id, 'paid', 'paid 30000', 'paid 30000', 'paid 30000');
  await changePayments(
    server.database,
    sql`update payments set status = 'reversed' where loan_id = ${loanId} and payment_date = '2026-11-27'`,
  );
  await becomes(id, 'broken', 'missed 10000', 'open 0', 'open 0');
  expect(await news(own)).toEqual([id]);
});
