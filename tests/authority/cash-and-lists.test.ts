/** Voiding receipts and complete lists with many missing loans: above a policy limit a second user approves, once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { authoritySteps } from '../../src/contexts/authority/contract/authority-steps.ts';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { communicationDashboard } from '../../src/contexts/messaging/contract/communication-dashboard.ts';
import { cash } from '../../src/contexts/payments/contract/cash/cash.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { deliver, ended } from '../import-kit.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { booksOf, paidInCash, phoneOf } from '../payments/cash-kit.ts';
import { addLoan, bootTeam } from '../sync/phone.ts';

let server: TestServer;
let chief: Caller;
let desk: Caller;
let second: Caller;
let agent: Caller;
const db = () => server.database;
beforeAll(async () => {
  ({ server, agent } = await bootTeam());
  await db().run(sql`update clients set cash_limit = 100000000000, cash_days = 30`);
  chief = await server.person({ roleType: 'admin', flags: ['edit_authority'] });
  desk = await server.person({
    roleType: 'admin',
    flags: ['upload_borrower_file', 'admin_dashboard', 'confirm_cash_deposits'],
  });
  second = await server.person({ roleType: 'admin', flags: ['upload_borrower_file'] });
});
afterAll(() => server.stop());
afterEach(async () => {
  await db().run(sql`delete from authority_requests`);
  await db().run(sql`delete from authority_acts`);
  await db().run(sql`delete from authority_steps`);
});

const step = (kind: 'payment' | 'deactivate', more: Record<string, unknown>) =>
  chief.call(authoritySteps.create, { name: kind, kind, place: 1, hours: 24, exceptLine: false, ...more });
/** Limit of the requester alone; above it this approver. */
async function policy(kind: 'payment' | 'deactivate', most: Record<string, number>, ...deciders: Caller[]) {
  await step(kind, { deciderRole: 'asker', ...most });
  for (const [n, { id }] of deciders.entries())
    await step(kind, { place: 2 + n, userId: id, name: `${kind} ${n}`, substituteId: deciders[n + 1]?.id });
}
const waiting = async (who: Caller) => (await who.call(authority.waiting, {})).rows;
const yes = async (who: Caller) => {
  const [row] = await waiting(who);
  return who.call(authority.decide, {
    id: String(row?.id),
    decision: 'approve',
    amount: row?.amount ?? 0,
    stands: row?.act?.stands ?? '',
  });
};
const codeOf = async (call: Promise<unknown>) => (await refusal(call)).body.code;

async function taken(amount: number): Promise<{ id: string; state(): Promise<string> }> {
  const loanId = await addLoan(server, agent.id);
  const phone = await phoneOf(agent);
  const number = phone.number();
  expect((await phone.take(paidInCash(loanId, number, { amount }))).codes).toEqual([]);
  const row = await db().one<{ id: number }>(sql`select id from cash_receipts where loan_id = ${loanId}`);
  const id = row?.id ?? 0;
  const state = async () =>
    (await db().one<{ s: string }>(sql`select state as s from cash_receipts where id = ${id}`))?.s ?? '';
  return { id: String(id), state };
}
const undo = (id: string, who = desk) => who.call(cash.void, { id, reason: 'Written twice' });

test('without a policy or below its limit, the desk voids a receipt at once; above it a second user approves', async () => {
  const free = await taken(90_000);
  await undo(free.id);
  expect(await free.state()).toBe('void');
  await policy('payment', { maxAmount: 95_000 }, second);
  const small = await taken(5_000);
  await undo(small.id);
  expect(await small.state()).toBe('void');
  // The limit is daily: earlier voids are included.
  const large = await taken(1_000);
  const before = await booksOf(server, agent.id);
  expect(await codeOf(undo(large.id))).toBe('WAITS_FOR_OTHERS');
  expect(await large.state()).toBe('in-hand');
  expect(await booksOf(server, agent.id)).toEqual(before);
  expect(await waiting(desk)).toEqual([]);
  expect((await waiting(second))[0]?.act?.lines.map(({ label, after }) => [label, after])).toEqual([
    ['loan', expect.any(String)],
    ['person', expect.any(String)],
    ['amount', '₹1,000'],
    ['decision', expect.stringMatching(/is void$/)],
    ['reason', 'Written twice'],
  ]);
  await yes(second);
  expect(await large.state()).toBe('void');
  expect((await booksOf(server, agent.id)).hand).toBe(before.hand - 1_000_00);
});

test('the cash owner approves none of it, in any step; a rejection leaves the cash in hand', async () => {
  await policy('payment', { maxAmount: 0 }, second);
  const receipt = await taken(700);
  await db().run(sql`update cash_receipts set user_id = ${second.id} where id = ${Number(receipt.id)}`);
  expect(await codeOf(undo(receipt.id))).toBe('WAITS_FOR_OTHERS');
  expect(await codeOf(yes(second))).toBe('OWN_DEPOSIT');
  expect(await receipt.state()).toBe('in-hand');
  await db().run(sql`update cash_receipts set user_id = ${agent.id} where id = ${Number(receipt.id)}`);
  const theirs = await taken(800);
  expect(await codeOf(undo(theirs.id))).toBe('WAITS_FOR_OTHERS');
  const row = (await waiting(second)).find(({ act }) => act?.lines.some(({ after }) => after === '₹800'));
  await second.call(authority.decide, {
    id: String(row?.id),
    decision: 'reject',
    amount: row?.amount ?? 0,
    stands: row?.act?.stands ?? '',
    comments: 'The cash is there',
  });
  expect(await theirs.state()).toBe('in-hand');
});

test('cash deposited meanwhile is not voided by an approval', async () => {
  await policy('payment', { maxAmount: 0 }, second);
  const receipt = await taken(900);
  expect(await codeOf(undo(receipt.id))).toBe('WAITS_FOR_OTHERS');
  await db().run(sql`update cash_receipts set state = 'deposited' where id = ${Number(receipt.id)}`);
  expect(await codeOf(yes(second))).toBe('CHANGED_MEANWHILE');
  expect(await receipt.state()).toBe('deposited');
  await db().run(sql`update cash_receipts set state = 'in-hand' where id = ${Number(receipt.id)}`);
});

let portfolio = 70;
const head = 'LOAN NUMBER,BORROWER NAME,DOB,POS\n';
async function listOf(count: number, missing: number, who = desk) {
  portfolio += 1;
  await db().run(
    sql`insert into portfolios (id, client_id, name) values (${portfolio}, 1, ${`Whole ${portfolio}`})`,
  );
  await db().run(sql`
    with person as (insert into borrowers (client_id, name) select 1, 'Person ' || n from generate_series(1, ${count}::int) n returning id, name)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, borrower_name)
    select 1, ${portfolio}, id, ${`V${portfolio}-`} || replace(name, 'Person ', ''), name from person`);
  const rows = Array.from(
    { length: count - missing },
    (_, i) => `V${portfolio}-${i + 1 + missing},Person ${i},,1\n`,
  );
  const fileKey = await deliver(who, head + rows.join(''));
  const to = { clientId: 1, portfolioId: portfolio };
  const job = await who.call(files.parse, { fileKey, type: 'CUSTOMER_FILE', isNewRecords: true, ...to });
  return ended(who, job.id);
}
const active = async () =>
  (
    await db().one<{ n: number }>(
      sql`select count(*)::int as n from loans where portfolio_id = ${portfolio} and is_active`,
    )
  )?.n;
const apply = (id: number, missing: number, who = desk) => who.call(files.apply, { id: String(id), missing });

test('a complete list above the limit needs a second user, is applied once, and its loans are of the day', async () => {
  // Without a policy a person types the number, as before.
  const before = await listOf(20, 2);
  expect(before.missingToConfirm).toBe(2);
  await apply(before.id, 2);
  await ended(desk, before.id);
  expect(await active()).toBe(18);

  await policy('deactivate', { maxCount: 3 }, second);
  const job = await listOf(40, 4);
  expect(job).toMatchObject({ missingToConfirm: 4, isDryRun: true });
  expect(await codeOf(apply(job.id, 3))).toBe('MISSING_NOT_CONFIRMED');
  expect(await codeOf(apply(job.id, 4))).toBe('WAITS_FOR_OTHERS');
  expect(await active()).toBe(40);
  expect(await waiting(desk)).toEqual([]);
  const lines = (await waiting(second))[0]?.act?.lines;
  expect(lines?.find(({ label }) => label === 'loans')?.after).toBe('4');
  expect(lines?.find(({ label }) => label === 'loansToday')?.after).toBe('6');
  await yes(second);
  expect(await ended(desk, job.id)).toMatchObject({ isDryRun: false, missingLoansCount: 4 });
  expect(await active()).toBe(36);
  // Nothing more alone that day, by hand either.
  const [one] = await db().rows<{ id: number }>(
    sql`select id from loans where portfolio_id = ${portfolio} and is_active limit 1`,
  );
  expect(await codeOf(desk.call(communicationDashboard.deactivate, { loanIds: [one?.id ?? 0] }))).toBe(
    'WAITS_FOR_OTHERS',
  );
});

test('a small complete list needs approval where the policy limits deactivations', async () => {
  const small = await listOf(100, 4, second);
  expect(small).toMatchObject({ isDryRun: false, missingLoansCount: 4 });
  await policy('deactivate', { maxCount: 3 }, desk);
  const job = await listOf(100, 4, second);
  expect(job).toMatchObject({ isDryRun: true, missingToConfirm: 4 });
  expect(await codeOf(apply(job.id, 4, second))).toBe('WAITS_FOR_OTHERS');
  await yes(desk);
  expect(await ended(second, job.id)).toMatchObject({ isDryRun: false, missingLoansCount: 4 });
  expect(await active()).toBe(96);
});
