/** The ledger: every change of a payment is posted with its reason, nothing posted is changed, openings until confirmed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cashAccounts, ledgerAccounts } from '../../src/contexts/payments/contract/ledger-words.ts';
import { balanceOf, post } from '../../src/contexts/payments/server/ledger/post.ts';
import { endApprovals, postWaivers } from '../../src/contexts/settlements/server/waivers.ts';
import type { Fragment } from '../../src/kernel/server/database/sql.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type TestServer, boot } from '../kit.ts';
import { changePayments } from '../world.ts';

let server: TestServer;
let loanId = 0;
let agentId = 0;
beforeAll(async () => {
  server = await boot();
  agentId = (await server.person({ roleType: 'agent' })).id;
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Asha Rao') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    select 1, 1, b.id, 'LEDGER-1', ${agentId} from b returning id`);
  loanId = loan?.id ?? 0;
});
afterAll(() => server.stop());

const claim = async (number: string, rupees: number): Promise<number> =>
  (
    await changePayments(
      server.database,
      sql`
      insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source)
      values (${loanId}, ${agentId}, ${number}, ${rupees * 100}, '2026-11-20', false, 'DISPOSITION')`,
    )
  )[0] ?? 0;
const become = (id: number, sets: Fragment): Promise<unknown> =>
  changePayments(server.database, sql`update payments set ${sets} where id = ${id}`);
/** What became of the money, as `reason: from > to rupees`. */
const course = async (id: number): Promise<string[]> =>
  (
    await server.database.rows<{ line: string }>(sql`
      select reason || ': ' || from_account || ' > ' || to_account || ' ' || amount / 100 as line from postings
      where source = 'payment' and source_id = ${id} order by id`)
  ).map(({ line }) => line);
const differences = () => server.database.rows(sql`select * from ledger_differences`);

test('a claim, its confirmation, a correction and a reversal are separate postings', async () => {
  const id = await claim('UTR-1', 500);
  await become(id, sql`realized = true`);
  await become(id, sql`amount = 70000`);
  await become(id, sql`mode = 'UPI'`);
  await become(id, sql`status = 'reversed'`);
  expect(await course(id)).toEqual([
    'claimed: borrower > claimed 500',
    'credited: claimed > credited 500',
    'corrected: credited > borrower 500',
    'corrected: borrower > credited 700',
    'reversed: credited > reversed 700',
  ]);
  expect(await differences()).toEqual([]);
});

test('suspense, duplicate and unassigned money leaves its account', async () => {
  const [one, other, third] = [await claim('UTR-2', 100), await claim('UTR-3', 100), await claim('UTR-4', 9)];
  await become(one, sql`status = 'held', held_for = 'may-be-same'`);
  await become(one, sql`status = 'success', decided_at = now(), decided_by = ${agentId}`);
  await become(other, sql`status = 'same', same_as = ${one}`);
  await become(third, sql`status = 'held', held_for = 'may-be-same'`);
  await become(third, sql`status = 'refused', decided_at = now(), decided_by = ${agentId}`);
  expect(await course(one)).toEqual([
    'claimed: borrower > claimed 100',
    'held: claimed > held 100',
    'counted: held > claimed 100',
  ]);
  expect((await course(other)).at(-1)).toBe('same: claimed > borrower 100');
  expect((await course(third)).at(-1)).toBe('refused: held > borrower 9');
  await changePayments(server.database, sql`delete from payments where id = ${other}`);
  await changePayments(server.database, sql`delete from payments where id = ${one}`);
  expect((await course(one)).at(-1)).toBe('withdrawn: claimed > borrower 100');
  expect(await course(other)).toHaveLength(2);
  expect(await differences()).toEqual([]);
});

test('nothing posted is changed, removed or emptied, nor are openings and cash movements', async () => {
  await claim('UTR-5', 1);
  for (const act of [
    sql`update postings set amount = amount + 1`,
    sql`delete from postings`,
    sql`truncate postings`,
    sql`truncate ledger_openings cascade`,
    sql`update cash_moves set hand = 0`,
    sql`delete from cash_moves`,
    sql`truncate cash_moves`,
  ])
    await expect(server.database.run(act)).rejects.toThrow('append-only');
});

test('cash is a separate ledger, and its holder is shown', async () => {
  const about = { source: 'receipt', sourceId: 7, day: '2026-11-20', personId: agentId, loanId } as const;
  await post(server.database, [
    {
      ...about,
      from: 'cash_taken',
      to: 'cash_with_agent',
      amount: 250_000,
      reason: 'cash-taken',
    },
    {
      ...about,
      from: 'cash_with_agent',
      to: 'cash_deposited',
      amount: 250_000,
      reason: 'cash-deposited',
    },
    {
      ...about,
      loanId: null,
      clientId: 1,
      source: 'deposit',
      from: 'cash_deposited',
      to: 'cash_variance',
      amount: 50_000,
      reason: 'cash-variance',
    },
  ]);
  const lies = (account: (typeof cashAccounts)[number]) =>
    balanceOf(server.database, { account, personId: agentId });
  expect(await Promise.all(cashAccounts.map(lies))).toEqual([-250_000, 0, 200_000, 0, 50_000]);
  await expect(
    server.database.run(sql`
      insert into postings (loan_id, client_id, day, amount, from_account, to_account, reason, source, source_id)
      values (${loanId}, 1, '2026-11-20', 1, 'cash_with_agent', 'credited', 'credited', 'receipt', 7)`),
  ).rejects.toThrow('postings_one_book');
});

test('the accounts of the database are those of the contract', async () => {
  const checks = await server.database.rows<{ text: string }>(sql`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname ~ '^postings_(from|to)_account_check$'`);
  expect(checks).toHaveLength(2);
  for (const { text } of checks)
    expect([...text.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual([...ledgerAccounts]);
});

test('an approved settlement posts its waiver, and reverses it when void', async () => {
  const { database } = server;
  const waived = () => balanceOf(database, { account: 'waived', loanId });
  await database.run(sql`update loans set total_outstanding = 900000 where id = ${loanId}`);
  const asked = await database.one<{ id: number }>(sql`
    insert into settlements (loan_id, user_id, amount, settlement_date) values (${loanId}, ${agentId}, 600000, '2026-11-30') returning id`);
  const ids = [asked?.id ?? 0];
  const become = (sets: Fragment) => database.run(sql`update settlements set ${sets} where id = any(${ids})`);
  expect(await waived()).toBe(0);
  await become(sql`status = 'Approved'`);
  await postWaivers(database, ids);
  await postWaivers(database, ids);
  expect(await waived()).toBe(300_000);
  // It is reversed entirely, whatever was paid meanwhile.
  await database.run(sql`update loans set total_outstanding = 100 where id = ${loanId}`);
  await become(sql`status = 'Void'`);
  await endApprovals(database, ids);
  expect(await waived()).toBe(0);
});

test('an opening posts bulk-loaded data, is removable, and remains once confirmed', async () => {
  const { database } = server;
  const { id } = (await database.one<{ id: number }>(sql`
    insert into payments (loan_id, user_id, transaction_id, amount, payment_date, realized, source)
    values (${loanId}, ${agentId}, 'UTR-6', 30000, '2026-11-20', true, 'PAYMENT_FILE') returning id`)) ?? {
    id: 0,
  };
  const open = async () =>
    (await database.one<{ id: number | null }>(sql`select open_ledger() as id`))?.id ?? null;
  const first = await open();
  expect(await course(id)).toEqual(['opening: borrower > credited 300']);
  expect(await differences()).toEqual([]);
  expect(await open()).toBeNull();
  await database.run(sql`select drop_opening(${first})`);
  expect(await differences()).not.toEqual([]);
  const again = await open();
  expect(await differences()).toEqual([]);
  await database.run(
    sql`update ledger_openings set confirmed_at = now(), confirmed_by = ${agentId} where id = ${again}`,
  );
  await expect(database.run(sql`select drop_opening(${again})`)).rejects.toThrow('append-only');
});
