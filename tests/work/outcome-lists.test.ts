/** Lists of dispositions: filters, order, and exports. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { dispositionIds, dispositions } from '../../src/contexts/lenders/contract/dispositions.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

const { list } = borrowerDispositions;
const { PTP, Followup, Payment } = dispositionIds;
const day = (n: number): string => businessDay(new Date(Date.now() + n * 86_400_000));

let server: TestServer;
let agent: Caller;
let other: Caller;
let lead: Caller;
const loan: Record<string, number> = {};

async function addLoan(name: string, client: number, assignee: number, status = 'Unpaid'): Promise<void> {
  const made = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (${client}, ${name}) returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id, mobile, payment_status)
    select ${client}, ${client}, b.id, 'OL-' || b.id, ${assignee}, '9876543210', ${status} from b returning id`);
  loan[name] = made?.id ?? 0;
}
interface Made {
  of: string;
  kind: number;
  sub?: number;
  due?: string;
  by: Caller;
  written?: string;
}
const add = ({ of, kind, sub, due, by, written }: Made): Promise<unknown> =>
  server.database.run(sql`
    insert into borrower_dispositions (loan_id, borrower_id, user_id, disposition_id, sub_disposition_id, action_date, comments,
      effective_at)
    select id, borrower_id, ${by.id}, ${kind}, ${sub ?? null}, ${due ?? null}, ${`${of} ${kind} ${due ?? ''}`},
      coalesce(${written ?? null}::timestamptz, now()) from loans where id = ${loan[of]}`);

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['list_sub_disposition_dropdown'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent', reportingTo: lead.id });
  await server.database
    .run(sql`insert into dispositions (id, name, type, parent_id, priority, is_active) values
    (300, 'Salary date', 'subDisposition', 1, 1, true), (301, 'Part payment', 'subDisposition', 1, 2, true),
    (302, 'Call back', 'subDisposition', 2, 1, true), (303, 'Of old', 'subDisposition', 2, 2, false)`);
  await addLoan('Asha', 1, agent.id);
  await addLoan('Bina', 2, agent.id, 'Partially Paid');
  await addLoan('Chand', 1, other.id);
  const promises = [2, -1, 0, 5, -9].map((n) => ({
    of: 'Asha',
    kind: PTP,
    due: day(n),
    sub: 300,
    by: agent,
  }));
  for (const one of promises) await add(one);
  await add({ of: 'Bina', kind: PTP, due: day(1), sub: 301, by: agent });
  await add({ of: 'Bina', kind: Followup, due: day(0), sub: 302, by: other });
  await add({ of: 'Chand', kind: Payment, due: day(-3), by: other, written: '2026-01-31T18:29:00Z' });
});
afterAll(() => server.stop());

const said = async (query: Input<typeof list>, who = lead): Promise<string[]> =>
  (await who.call(list, query)).rows.map(({ comments }) => comments);

test('rows of today are first, then future ones ascending, then past ones descending', async () => {
  const dues = async (query: Input<typeof list>) =>
    (await agent.call(list, query)).rows.map(({ actionDate }) => actionDate);
  expect(await dues({ module: 'PTP', sort: 'due' })).toEqual([0, 1, 2, 5, -1, -9].map(day));
});

test.each<[string, () => Input<typeof list>, number]>([
  ['everything below the lead', () => ({}), 8],
  ['a page that is not full counts by itself', () => ({ page: 2, size: 5 }), 8],
  ['promises', () => ({ module: 'PTP' }), 6],
  ['follow-ups', () => ({ module: 'followup' }), 1],
  ['one disposition', () => ({ dispositionIds: [Payment] }), 1],
  ['several dispositions', () => ({ dispositionIds: [Payment, Followup] }), 2],
  ['a sub-disposition', () => ({ subdispositionIds: [300] }), 5],
  ['the other spelling', () => ({ subDispositionIds: [301] }), 1],
  ['a lender', () => ({ clientIds: [2] }), 2],
  ['how much of the loan is paid', () => ({ paymentStatus: 'Partially Paid' }), 2],
  ['who wrote it', () => ({ hierarchyUsers: [other.id] }), 2],
  ['who wrote it, for admins', () => ({ userIds: [agent.id] }), 6],
  ['a name', () => ({ q: 'bin' }), 2],
  ['a loan', () => ({ loanId: loan.Chand ?? 0 }), 1],
  ['promises due in a span', () => ({ module: 'PTP', startDate: day(0), endDate: day(2) }), 3],
  ['what was written on a day in India', () => ({ startDate: '2026-01-31', endDate: '2026-01-31' }), 1],
  ['not what was written the day after', () => ({ startDate: '2026-02-01', endDate: '2026-02-01' }), 0],
])('%s', async (_, query, count) => {
  expect((await lead.call(list, query())).count).toBe(count);
});

test('the complete list has a separate path with equal answers', async () => {
  const { rows } = (await (await lead.fetch('/api/borrower/dispositions/find/all?clientIds=2')).json()) as {
    rows: { comments: string }[];
  };
  expect(rows.map(({ comments }) => comments)).toEqual(await said({ clientIds: [2] }));
});

test("selected rows are requested by id, and other users' are excluded", async () => {
  const ids = (await lead.call(list, {})).rows.map(({ id }) => id);
  expect((await agent.call(list, { ids })).count).toBe(7);
  expect((await other.call(list, { ids })).count).toBe(1);
  expect(await said({ module: 'PTP' }, other)).toEqual([]);
});

test('sub-dispositions are offered by disposition; a selected one retains its name', async () => {
  const names = async (query: Input<typeof dispositions.subs>) =>
    (await lead.call(dispositions.subs, query)).map(({ name }) => name);
  expect(await names({ dispositionIds: [PTP] })).toEqual(['Salary date', 'Part payment']);
  expect(await names({ dispositionIds: [PTP, Followup], q: 'ca' })).toEqual(['Call back']);
  expect(await names({ ids: [303] })).toEqual(['Of old']);
  const nobody = await server.person({ roleType: 'agent' });
  expect((await refusal(nobody.call(dispositions.subs, {}))).body.code).toBe('FORBIDDEN');
});
