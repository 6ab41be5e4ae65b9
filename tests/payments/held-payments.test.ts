/** Suspense: an implausible file row is reviewed, and excluded until then. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { files } from '../../src/contexts/files/contract/files.ts';
import type { HeldDecision } from '../../src/contexts/payments/contract/held-payments.ts';
import { payments } from '../../src/contexts/payments/contract/payments.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { send } from '../import-kit.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { changePayments } from '../world.ts';

/** Several files are queued; a busy host is slow. */
const patience = 90_000;

let server: TestServer;
let admin: Caller;
let loans: { id: number; number: string }[] = [];
beforeAll(async () => {
  server = await boot();
  admin = await server.as('upload_payments_file', 'list_payment');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await changePayments(server.database, sql`update payments set status = 'refused' where status = 'held'`);
  loans = await server.database.rows(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding, principal_outstanding)
    select 1, 1, person.id, 'H' || person.id || '-' || n, 8700000, 8000000 from person, generate_series(1, 2) n
    returning id, loan_number as number`);
});

type Line = [loan: 0 | 1, number: string, rupees: number, mode?: string];
const file = (...lines: Line[]) =>
  send(
    admin,
    'PAYMENT_FILE',
    [
      'LOAN NUMBER,TRANSACTION ID,AMOUNT,PAYMENT DATE,PAYMENT MODE',
      ...lines.map(
        ([loan, number, rupees, mode = '']) =>
          `${loans[loan]?.number},${number},${rupees},2026-01-05,${mode}`,
      ),
    ].join('\n'),
  );
const counted = () =>
  server.database.rows(sql`
    select transaction_id as number, amount / 100 as rupees from payments
    where loan_id = any(${loans.map(({ id }) => id)}) and status = 'success' and realized order by loan_id, id`);
const waiting = async () =>
  (await admin.call(payments.held, {})).rows.map(({ transactionId, amount, reason, mayCount }) => ({
    number: transactionId,
    rupees: amount,
    reason,
    mayCount,
  }));
async function decide(number: string, decision: HeldDecision, paymentId?: number): Promise<void> {
  const row = (await admin.call(payments.held, {})).rows.find(
    ({ transactionId }) => transactionId === number,
  );
  await admin.call(payments.decide, { id: row?.id ?? 0, decision, ...(paymentId && { paymentId }) });
}
const claim = (number: string, rupees: number) =>
  changePayments(
    server.database,
    sql`
    insert into payments (loan_id, transaction_id, amount, payment_date, realized, source)
    values (${loans[0]?.id}, ${number}, ${rupees * 100}, '2026-01-05', false, 'DISPOSITION')`,
  );
/** Account of the ledger with the money of each payment of these numbers. */
const accounts = (...numbers: string[]) =>
  server.database.rows(sql`
    select p.transaction_id as number, k.account, sum(k.n * g.amount)::int / 100 as rupees
    from payments p join postings g on g.source = 'payment' and g.source_id = p.id
      cross join lateral (values (g.from_account, -1), (g.to_account, 1)) k (account, n)
    where p.loan_id = any(${loans.map(({ id }) => id)}) and p.transaction_id = any(${numbers}) and k.account <> 'borrower'
    group by p.id, k.account having sum(k.n * g.amount) <> 0 order by p.id, k.account`);

test(
  'a payment above the balance is in suspense until a user accepts it',
  async () => {
    await file([0, 'BIG', 99_999_999], [1, 'FINE', 87_000]);
    expect(await counted()).toEqual([{ number: 'FINE', rupees: 87_000 }]);
    expect(await waiting()).toEqual([
      { number: 'BIG', rupees: 99_999_999, reason: 'above-due', mayCount: true },
    ]);
    // Resent it is in suspense once, and rejected it remains so.
    await file([0, 'BIG', 99_999_999]);
    expect(await waiting()).toHaveLength(1);
    await decide('BIG', 'refuse');
    await file([0, ' big ', 99_999_999]);
    expect(await waiting()).toEqual([]);
    expect(await counted()).toHaveLength(1);
  },
  patience,
);

test(
  'rows of one day exceeding the balance together are in suspense together',
  async () => {
    await file([0, 'HALF-1', 50_000], [0, 'HALF-2', 40_000]);
    expect((await waiting()).map(({ number }) => number)).toEqual(['HALF-2', 'HALF-1']);
    await decide('HALF-1', 'count');
    expect(await counted()).toEqual([{ number: 'HALF-1', rupees: 50_000 }]);
  },
  patience,
);

test(
  'another amount under an included number is in suspense; the amount changes after acceptance',
  async () => {
    await file([0, 'UTR-1', 1500]);
    await file([0, 'utr-1', 1700]);
    expect(await counted()).toEqual([{ number: 'UTR-1', rupees: 1500 }]);
    expect(await waiting()).toMatchObject([{ rupees: 1700, reason: 'amount-changed' }]);
    await decide('utr-1', 'count');
    expect(await counted()).toEqual([{ number: 'UTR-1', rupees: 1700 }]);
    await file([0, 'UTR-1', 1500]);
    expect(await waiting()).toMatchObject([{ rupees: 1500, reason: 'amount-changed' }]);
    await decide('UTR-1', 'same');
    expect(await counted()).toEqual([{ number: 'UTR-1', rupees: 1700 }]);
  },
  patience,
);

test(
  'one number on two loans is in suspense on both, in one file or in two',
  async () => {
    await file([0, 'TWICE', 500], [1, 'twice', 500], [1, 'ALONE', 500]);
    expect(await counted()).toEqual([{ number: 'ALONE', rupees: 500 }]);
    expect((await waiting()).map(({ reason }) => reason)).toEqual(['two-loans', 'two-loans']);
    await decide('TWICE', 'count');
    await decide('twice', 'refuse');
    expect(await counted()).toMatchObject([{ number: 'TWICE' }, { number: 'ALONE' }]);
    await file([0, 'LATER', 600]);
    await file([1, 'LATER', 600]);
    expect(await counted()).toHaveLength(2);
    expect(await waiting()).toHaveLength(2);
    expect(await accounts('LATER')).toEqual([
      { number: 'LATER', account: 'held', rupees: 600 },
      { number: 'LATER', account: 'held', rupees: 600 },
    ]);
  },
  patience,
);

test(
  'a decision moves claims of its sum to suspense, and claims of its number out of the ledger',
  async () => {
    await file([0, 'SUM-1', 1500]);
    await claim('SUM-2', 1700);
    await file([0, 'SUM-1', 1700]);
    await decide('SUM-1', 'count');
    expect(await accounts('SUM-1', 'SUM-2')).toEqual([
      { number: 'SUM-1', account: 'credited', rupees: 1700 },
      { number: 'SUM-2', account: 'held', rupees: 1700 },
    ]);
    await file([0, 'BIG-1', 99_999]);
    await decide('BIG-1', 'count');
    await file([0, 'BIG-2', 99_999]);
    await claim('BIG-2', 100);
    const big = await server.database.one<{ id: number }>(
      sql`select id from payments where transaction_id = 'BIG-1' and status = 'success'`,
    );
    await decide('BIG-2', 'same', big?.id);
    expect(await accounts('BIG-1', 'BIG-2')).toEqual([
      { number: 'BIG-1', account: 'credited', rupees: 99_999 },
    ]);
  },
  patience,
);

test(
  'read-only users cannot decide, and decisions are final',
  async () => {
    const looker = await server.as('list_payment');
    const agent = await server.person({ roleType: 'agent', flags: ['list_payment', 'upload_payments_file'] });
    await file([0, 'TOO-BIG', 99_999]);
    const id = (await looker.call(payments.held, {})).rows[0]?.id ?? 0;
    const code = async (who: Caller, decision: HeldDecision) =>
      (await refusal(who.call(payments.decide, { id, decision }))).body.code;
    expect(await code(looker, 'count')).toBe('FORBIDDEN');
    expect(await code(agent, 'count')).toBe('FORBIDDEN');
    expect(await code(admin, 'same')).toBe('INVALID_INPUT');
    const both = await Promise.allSettled(
      (['count', 'refuse'] as const).map((decision) => admin.call(payments.decide, { id, decision })),
    );
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await code(admin, 'count')).toBe('PAYMENT_DECIDED');
  },
  patience,
);

test(
  'a file is undone with its suspense rows, and not after a decision about one',
  async () => {
    const first = await file([0, 'UNDONE', 99_999]);
    expect(await admin.call(files.undo, { id: String(first.id) })).toMatchObject({});
    await expect.poll(waiting).toEqual([]);
    const second = await file([0, 'UNDONE', 99_999]);
    await decide('UNDONE', 'count');
    expect((await refusal(admin.call(files.undo, { id: String(second.id) }))).body.code).toBe(
      'IMPORT_BUILT_ON',
    );
  },
  patience,
);

test(
  'the Files screen shows how many payments of a file are in suspense, until decided',
  async () => {
    const job = await file([0, 'WAIT1', 500], [1, 'WAIT2', 9_999_999]);
    const of = async () => (await admin.call(files.job, { id: String(job.id) }))?.heldRecords;
    expect(await of()).toBe(1);
    await decide('WAIT2', 'refuse');
    expect(await of()).toBe(0);
  },
  patience,
);
