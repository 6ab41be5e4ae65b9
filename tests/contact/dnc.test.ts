import { afterAll, beforeAll, expect, test } from 'vitest';
import { dnc } from '../../src/contexts/contact/contract/dnc.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let admin: Caller;
let lead: Caller;
let own: number;
let foreign: number;

async function loanOf(number: string, assignee: number | null): Promise<number> {
  const made = await server.database.one<{ id: number }>(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, mobile, assignee_id)
    select 1, 1, id, ${number}, '9876543210', ${assignee}::bigint from person returning id`);
  return made?.id ?? 0;
}
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_dnc', 'view_borrower_profile');
  lead = await server.person({ roleType: 'tech_lead', flags: ['list_dnc'] });
  const agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  own = await loanOf('OWN-1', agent.id);
  foreign = await loanOf('FOREIGN-1', null);
});
afterAll(() => server.stop());

const say = (who: Caller, loanId: number, mobile: string, status: 'active' | 'inactive') =>
  who.call(dnc.add, { loanId, mobile, status });
const isDnc = async (id: number): Promise<boolean | undefined> =>
  (await admin.call(loans.one, { id: String(id) }))?.isDNC;

test('a number that must not be called marks its loan, and every change of mind is remembered', async () => {
  const row = await say(lead, own, '9876543210', 'active');
  expect(row).toMatchObject({
    mobile: 'XXXXXX3210',
    status: 'active',
    dncLoan: { loanNumber: 'OWN-1', isDNC: true, client: { name: expect.any(String) as string } },
  });
  expect(await isDnc(own)).toBe(true);
  await lead.call(dnc.edit, { id: String(row.id), status: 'inactive' });
  expect(await isDnc(own)).toBe(false);
  await say(admin, own, '9876543210', 'active');
  const history = await lead.call(dnc.history, { id: String(row.id) });
  expect(history.map(({ status }) => status)).toEqual(['active', 'inactive', 'active']);
  expect(history[0]?.user?.firstName).toBe('Test');
  expect((await admin.call(dnc.list, {})).count).toBe(1);
});

test('a loan may be called only when none of its numbers is blocked', async () => {
  const second = await say(admin, own, '9000000002', 'active');
  const { rows } = await admin.call(dnc.list, { q: '3210' });
  expect(rows).toHaveLength(1);
  await admin.call(dnc.edit, { id: String(rows[0]?.id), status: 'inactive' });
  expect(await isDnc(own)).toBe(true);
  await admin.call(dnc.edit, { id: String(second.id), status: 'inactive' });
  expect(await isDnc(own)).toBe(false);
});

test('numbers and loans are found however a loan number, name or mobile is typed', async () => {
  for (const q of [
    'OWN\u20111',
    "'own-1",
    '\u202AOWN-1\u202C',
    'asha  RAO',
    '+91 98765\u201343210',
    '९८७६५४३२१०',
  ])
    expect((await admin.call(dnc.list, { q })).rows.length, q).toBeGreaterThan(0);
  for (const q of ['="OWN-1"', 'OWN\u20111', 'Rao Asha'])
    expect(
      (await admin.call(dnc.loans, { q })).map(({ id }) => id),
      q,
    ).toContain(own);
});

test('a repeated DNC update changes nothing', async () => {
  const row = await say(admin, foreign, '9111111111', 'active');
  await say(admin, foreign, '9111111111', 'active');
  expect(await admin.call(dnc.history, { id: String(row.id) })).toHaveLength(1);
});

test('concurrent DNC updates for one number leave a single row', async () => {
  await Promise.all([say(admin, own, '9222222222', 'active'), say(lead, own, '9222222222', 'inactive')]);
  const { rows } = await admin.call(dnc.list, { q: '9222222222' });
  expect(rows).toHaveLength(1);
  expect(await isDnc(own)).toBe(rows[0]?.status === 'active');
});

test('numbers of loans that are not the caller’s are not there', async () => {
  const { id } = await say(admin, foreign, '9333333333', 'active');
  expect((await lead.call(dnc.list, { q: 'foreign' })).rows).toEqual([]);
  for (const call of [
    () => lead.call(dnc.history, { id: String(id) }),
    () => lead.call(dnc.edit, { id: String(id), status: 'inactive' }),
    () => say(lead, foreign, '9333333333', 'inactive'),
  ])
    expect((await refusal(call())).body.code).toBe('NOT_FOUND');
  expect((await lead.call(dnc.loans, {})).map(({ name }) => name)).toEqual(['OWN-1 · Asha Rao']);
  expect(await isDnc(foreign)).toBe(true);
});

test('a number is ten digits, and its parts cannot be guessed', async () => {
  const { body } = await refusal(say(admin, own, '98765', 'active'));
  expect(body.fields).toEqual([expect.objectContaining({ path: 'mobile' })]);
  await say(admin, own, '9444444321', 'active');
  for (const q of ['94444', '444432', '944444432'])
    expect((await admin.call(dnc.list, { q })).rows).toEqual([]);
  for (const q of ['4321', '+91 94444 44321', 'own-1'])
    expect((await admin.call(dnc.list, { q })).rows.length).toBeGreaterThan(0);
});

test('events about numbers do not contain them', async () => {
  const events = await server.database.rows<{ facts: object }>(
    sql`select facts from event where type = 'dnc.changed'`,
  );
  expect(events.length).toBeGreaterThan(5);
  expect(JSON.stringify(events)).not.toMatch(/\d{10}/);
});
