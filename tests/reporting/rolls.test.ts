import { afterAll, beforeAll, expect, test } from 'vitest';
import { charts } from '../../src/contexts/reporting/contract/charts.ts';
import { takeMonthEnd } from '../../src/contexts/reporting/server/month-ends.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let now = new Date('2026-10-20T06:00:00Z');
let server: TestServer;
let admin: Caller;
let leader: Caller;
let agent: Caller;
let other: Caller;

const loan = (name: string, assignee: number, dpd: number | null, created: string) =>
  server.database.run(sql`
    with b as (insert into borrowers (client_id, name) values (1, ${`Borrower of ${name}`}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, total_outstanding, dpd, created_at)
    select 1, 1, id, ${name}, ${assignee}, 100000, ${dpd}, ${created} from b`);
const stands = (name: string, o: { dpd?: number | null; total?: number; isActive?: boolean }) =>
  server.database.run(sql`
    update loans set dpd = ${o.dpd === undefined ? sql`dpd` : sql`${o.dpd}::int`},
      total_outstanding = ${o.total ?? sql`total_outstanding`}, is_active = ${o.isActive ?? true} where loan_number = ${name}`);
const takenAt = (moment: string) => takeMonthEnd(server.database, new Date(moment));

beforeAll(async () => {
  server = await boot({ clock: { now: () => now } });
  admin = await server.person({ roleType: 'admin', flags: ['admin_dashboard'] });
  leader = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: leader.id });
  other = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());

test('months without snapshots are marked, and gaps are not invented', async () => {
  for (const name of ['cured', 'stays', 'rolls', 'leaves', 'untold'])
    await loan(name, agent.id, name === 'untold' ? null : 45, '2026-09-03T06:00:00Z');
  await loan('theirs', other.id, 10, '2026-09-03T06:00:00Z');
  await takenAt('2026-10-20T06:00:00Z');
  expect(await leader.call(charts.rolls, {})).toMatchObject({ month: null, months: [], cells: [] });
  expect(await leader.call(charts.rolled, {})).toMatchObject({ rows: [], count: 0, summary: { amount: 0 } });
});

test('a snapshot is created once, in the first days of the next month, by any number of nodes', async () => {
  await Promise.all([takenAt('2026-10-31T18:40:00Z'), takenAt('2026-10-31T18:40:00Z')]);
  await stands('stays', { total: 90_000 });
  await takenAt('2026-11-02T06:00:00Z');
  now = new Date('2026-11-20T06:00:00Z');
  const told = await leader.call(charts.rolls, {});
  expect(told).toMatchObject({
    month: '2026-11',
    months: ['2026-11'],
    isOpen: true,
    before: { day: '2026-10-31', takenAt: '2026-10-31T18:40:00Z' },
  });
  expect(told.cells.find(({ from, to }) => from === '31-60' && to === '31-60')).toEqual({
    from: '31-60',
    to: '31-60',
    move: 'same',
    loans: 4,
    amount: 4000,
  });
});

test('each loan rolled one way, and each figure opens exactly its loans', async () => {
  await stands('cured', { dpd: 0, total: 50_000 });
  await stands('rolls', { dpd: 75 });
  await stands('leaves', { isActive: false });
  await stands('untold', { dpd: 20 });
  await stands('theirs', { dpd: 190 });
  await loan('new', agent.id, 5, '2026-11-10T06:00:00Z');
  const { cells } = await leader.call(charts.rolls, {});
  expect(cells).toHaveLength(6);
  expect(cells).toEqual(
    expect.arrayContaining([
      { from: '31-60', to: '0', move: 'back', loans: 1, amount: 1000 },
      { from: '31-60', to: '31-60', move: 'same', loans: 1, amount: 1000 },
      { from: '31-60', to: '61-90', move: 'on', loans: 1, amount: 1000 },
      { from: '31-60', to: 'gone', move: 'gone', loans: 1, amount: 1000 },
      { from: 'unknown', to: '1-30', move: 'untold', loans: 1, amount: 1000 },
      { from: 'new', to: '1-30', move: 'new', loans: 1, amount: 1000 },
    ]),
  );
  const all = await admin.call(charts.rolls, {});
  for (const { from, to, move, loans, amount } of all.cells)
    for (const asked of [
      { from, to },
      { from, to, move },
    ]) {
      const opened = await admin.call(charts.rolled, asked);
      expect([opened.count, opened.summary]).toEqual([loans, { amount }]);
      expect(opened.rows.reduce((sum, row) => sum + row.amount, 0)).toBe(amount);
    }
  expect((await admin.call(charts.rolled, { from: '1-30', move: 'on' })).rows).toMatchObject([
    { loanNumber: 'theirs', borrowerName: 'Borrower of theirs', dpdBefore: 10, dpdAfter: 190 },
  ]);
});

test('a past month is unchanged by later events', async () => {
  await takenAt('2026-12-01T00:00:00Z');
  now = new Date('2026-12-05T06:00:00Z');
  const before = await leader.call(charts.rolls, {});
  expect(before).toMatchObject({ month: '2026-11', months: ['2026-12', '2026-11'], isOpen: false });
  await stands('rolls', { dpd: 0, total: 0 });
  const { asOf: _, ...after } = await leader.call(charts.rolls, { month: '2026-11' });
  const { asOf: _then, ...was } = before;
  expect(after).toEqual(was);
  expect((await leader.call(charts.rolls, { month: '2026-12' })).cells).toContainEqual({
    from: '61-90',
    to: '0',
    move: 'back',
    loans: 1,
    amount: 1000,
  });
});

test('users see their loans, pages and text filter them, and strangers to the agency none', async () => {
  expect((await other.call(charts.rolled, { month: '2026-11' })).rows.map((row) => row.loanNumber)).toEqual([
    'theirs',
  ]);
  const paged = await leader.call(charts.rolled, { month: '2026-11', size: 5, page: 2 });
  expect([paged.rows.length, paged.count, paged.summary]).toEqual([1, 6, { amount: 6000 }]);
  expect((await leader.call(charts.rolled, { month: '2026-11', q: 'cured' })).count).toBe(1);
  // The lender is another one.
  expect((await admin.call(charts.rolls, { clientIds: [2] as never })).cells).toEqual([]);
  expect((await admin.call(charts.rolled, { month: '2025-01' })).count).toBe(0);
  expect((await refusal(admin.call(charts.rolls, { month: '2026-13' }))).body.code).toBe('INVALID_INPUT');
  const lender = await server.person({ roleType: 'client' });
  expect((await refusal(lender.call(charts.rolls, {}))).body.code).toBe('FORBIDDEN');
  expect((await refusal(lender.call(charts.rolled, {}))).body.code).toBe('FORBIDDEN');
});
