/** Settlement files compared with our books: read once, matched by order, compared, polled, decided by a second user. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { localFiles } from '../../src/app/providers/local.ts';
import { sealedFiles } from '../../src/app/providers/sealed.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { ledger } from '../../src/contexts/payments/contract/ledger.ts';
import { reconciliation } from '../../src/contexts/payments/contract/reconciliation.ts';
import { compareAll } from '../../src/contexts/payments/server/reconciliation/compare-gateway.ts';
import { readFileJob } from '../../src/contexts/payments/server/reconciliation/read-file.ts';
import { reconciliationText } from '../../src/contexts/payments/text/en/reconciliation.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openSafe } from '../../src/app/server/operation/safe.ts';
import { deliver } from '../import-kit.ts';
import { refusal } from '../kit.ts';
import { openDesk } from './reconciliation-kit.ts';
import {
  payuBack,
  payuRow,
  payuText,
  razorpayBack,
  razorpayDispute,
  razorpayRow,
  razorpayText,
} from './settlement-files.ts';

const desk = openDesk();
const { order, open, kinds, act, statusOf, balances } = desk;
const sent: typeof desk.sent = (...o) => desk.sent(...o);

test('matching sides have no difference, and the day adds up with fees and tax', async () => {
  const [a, b] = [await order(), await order()];
  expect(
    await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000), razorpayRow(b.id, b.payment, 100_000))),
  ).toMatchObject({
    state: 'read',
    taken: 2,
    known: 0,
    wrong: 0,
  });
  expect(await kinds()).toEqual([]);
  const { rows, summary } = await desk.checker.call(reconciliation.days, {
    fromDate: '2026-11-18',
    toDate: '2026-11-18',
  });
  expect(rows).toMatchObject([
    {
      day: '2026-11-18',
      gateway: 'razorpay',
      ours: 2000,
      theirs: 2000,
      difference: 0,
      fee: 5.8,
      tax: 0.88,
      open: 0,
    },
  ]);
  expect(summary).toMatchObject({ ours: 2000, theirs: 2000 });
  const lines = await desk.checker.call(reconciliation.rows, {
    fromDate: '2026-11-18',
    toDate: '2026-11-18',
  });
  expect(Object.fromEntries(lines.rows.map(({ order, net }) => [order, net]))).toEqual({
    [a.id]: 997.1,
    [b.id]: 997.1,
  });
});

test('a settlement is found by its UTR and a line by its order however they are typed', async () => {
  const a = await order();
  await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000)));
  const days = { fromDate: '2026-11-18', toDate: '2026-11-18' };
  for (const q of [
    'UTR 1568176960vxp0rj',
    "'1568176960VXP0RJ",
    '\u202A1568176960vxp0rj\u202C',
    '१५६८१७६९६०vxp0rj',
  ])
    expect((await desk.checker.call(reconciliation.rows, { ...days, q })).rows, q).toHaveLength(1);
  for (const q of [`Ref: ${a.id}`, ` ${a.id}\u200B`])
    expect((await desk.checker.call(reconciliation.rows, { ...days, q })).rows, q).toHaveLength(1);
});

test('a repeated file, row or row order changes nothing', async () => {
  const [a, b] = [await order(), await order()];
  const lines = [razorpayRow(a.id, a.payment, 100_000), razorpayRow(b.id, b.payment, 90_000)];
  await sent(razorpayText(...lines));
  const before = await open();
  expect(await sent(razorpayText(...lines.toReversed(), ...lines))).toMatchObject({ taken: 0, known: 4 });
  expect(await open()).toEqual(before);
  expect(await kinds()).toEqual([`amount ${b.id}`]);
});

test('invalid rows are reported one by one, and the others apply', async () => {
  const a = await order();
  const row = (o: object) => razorpayRow(a.id, a.payment, 100_000, o as never);
  const file = await sent(
    razorpayText(
      row({}),
      row({ amount: '1,000.00' }),
      row({ currency: 'USD' }),
      row({ fee: 100_001, credit: -1 }),
      row({ fee: 200_000 }),
      row({ credit: 100_001 }),
      row({ entity_id: 'Total', type: '' }),
      row({ entity_id: '=cmd|calc!A1' }),
      row({ type: 'gift' }),
      row({ created_at: 'yesterday' }),
      row({ on_hold: 'perhaps' }),
    ),
  );
  expect(file).toMatchObject({ taken: 1, wrong: 10 });
  const faults = await desk.checker.call(reconciliation.faults, { fileId: file.id });
  expect(faults.rows.map(({ n, reason }) => [n, reason])).toEqual([
    [3, 'amount'],
    [4, 'currency'],
    [5, 'amount'],
    [6, 'fee-above-gross'],
    [7, 'figures'],
    [8, 'total'],
    [9, 'number'],
    [10, 'kind'],
    [11, 'day'],
    [12, 'yes-no'],
  ]);
  expect(await kinds()).toEqual([]);
});

test('a file without its header or of another gateway is rejected; a truncated row loses itself alone', async () => {
  const a = await order();
  expect(await sent('a,b\n1,2\n')).toMatchObject({
    state: 'failed',
    taken: 0,
    error: expect.stringContaining('ENTITY ID'),
  });
  expect(await sent(payuText(payuRow(a.id, a.payment, 1000)))).toMatchObject({ state: 'failed' });
  const text = razorpayText(
    razorpayRow(a.id, a.payment, 100_000),
    razorpayRow(a.id, 'pay_Another1', 100_000),
  );
  expect(await sent(text.slice(0, -40))).toMatchObject({ state: 'read', taken: 1, wrong: 1 });
  expect(await sent(text)).toMatchObject({ state: 'read', taken: 1, known: 1 });
  expect(
    await refusal(
      desk.sender.call(reconciliation.send, { gateway: 'razorpay', fileKey: 'customer-file/nothing' }),
    ),
  ).toMatchObject({
    body: { code: 'FILE_MISSING' },
  });
  const fileKey = await deliver(desk.sender, text);
  expect(
    (await refusal(desk.sender.call(reconciliation.send, { gateway: 'sandbox', fileKey }))).body.code,
  ).toBe('NOT_FOUND');
  expect(
    (await refusal(desk.checker.call(reconciliation.send, { gateway: 'razorpay', fileKey }))).body.code,
  ).toBe('FILE_MISSING');
});

test('a settled row triggers polling: nothing is included until PayU itself confirms', async () => {
  const [said, silent] = [
    await order({ gateway: 'payu', state: 'initiated' }),
    await order({ gateway: 'payu', state: 'initiated' }),
  ];
  desk.bank.books.set(said.id, {
    mihpayid: said.payment,
    status: 'success',
    unmappedstatus: 'captured',
    amount: '1000.00',
  });
  await sent(
    payuText(payuRow(said.id, said.payment, 1000), payuRow(silent.id, silent.payment, 1000)),
    'payu',
  );
  await vi.waitUntil(async () => (await kinds()).length === 1, { timeout: 60_000 });
  expect(await kinds()).toEqual([`not-paid ${silent.id}`]);
  expect([await statusOf(said.id), await statusOf(silent.id)]).toEqual(['success', undefined]);
  expect(await balances(said.loanId)).toEqual([
    { account: 'borrower', lies: -100_000 },
    { account: 'gateway', lies: 100_000 },
  ]);
});

test('foreign orders, other amounts, a second payment of an order and on-hold money are open differences', async () => {
  const [a, b, c] = [await order(), await order(), await order()];
  await sent(
    razorpayText(
      razorpayRow('not-ours', 'pay_Unknown1', 50_000),
      razorpayRow(a.id, a.payment, 99_900),
      razorpayRow(b.id, b.payment, 100_000),
      razorpayRow(b.id, 'pay_Second12', 100_000),
      razorpayRow(c.id, c.payment, 100_000, { on_hold: true, settled: false, settled_at: '' }),
    ),
  );
  expect(await kinds()).toEqual([`amount ${a.id}`, `on-hold ${c.id}`, `twice ${b.id}`, 'unknown -'].sort());
  // Of the same amount, and no order of ours: never matched by its amount.
  expect((await open({ kind: 'unknown' }))[0]).toMatchObject({ loanId: null, ours: 0, theirs: 500 });
});

test("a refund is posted once on the gateway's confirmation, also when its file precedes the payment", async () => {
  const a = await order({ gateway: 'payu', state: 'initiated' });
  await sent(payuText(payuBack(a.id, a.payment, 1000)), 'payu');
  expect(await kinds()).toEqual([`refund ${a.id}`]);
  desk.bank.books.set(a.id, {
    mihpayid: a.payment,
    status: 'success',
    unmappedstatus: 'refunded',
    amount: '1000.00',
  });
  await sent(payuText(payuRow(a.id, a.payment, 1000), payuBack(a.id, a.payment, 1000)), 'payu');
  await vi.waitUntil(async () => (await statusOf(a.id)) === 'reversed', { timeout: 60_000 });
  await sent(payuText(payuBack(a.id, a.payment, 1000), payuRow(a.id, a.payment, 1000)), 'payu');
  expect(await kinds()).toEqual([]);
  expect(await balances(a.loanId)).toEqual([
    { account: 'borrower', lies: -100_000 },
    { account: 'reversed', lies: 100_000 },
  ]);
  const { rows } = await desk.checker.call(reconciliation.days, {
    fromDate: '2026-11-18',
    toDate: '2026-11-20',
    gateway: 'payu',
  });
  expect(rows).toMatchObject([{ ours: 0, theirs: 0, difference: 0 }]);
});

test('Razorpay is polled for the payment itself; a partial refund is reviewed', async () => {
  const [whole, part] = [await order(), await order()];
  for (const [{ id, payment }, back] of [
    [whole, 100_000],
    [part, 30_000],
  ] as const)
    desk.books.set(payment, {
      id: payment,
      amount: 100_000,
      currency: 'INR',
      amount_refunded: back,
      notes: { attempt: id },
    });
  const rows = [whole, part].map(({ id, payment }) => razorpayRow(id, payment, 100_000));
  await sent(razorpayText(...rows, razorpayBack(whole.payment, 100_000), razorpayBack(part.payment, 30_000)));
  await vi.waitUntil(async () => (await statusOf(whole.id)) === 'reversed', { timeout: 60_000 });
  // The partial refund is in the books, and a user handles it.
  await expect.poll(kinds, { timeout: 60_000 }).toEqual([`part-refund ${part.id}`]);
  expect(
    await desk.server.database.rows(
      sql`select amount, refunded from payments where loan_id = ${part.loanId}`,
    ),
  ).toEqual([{ amount: 70_000, refunded: 30_000 }]);
  const [row] = await open();
  expect((await refusal(act(row?.id ?? 0, 'reverse'))).body.code).toBe('DIFFERENCE_STATE');
  await act(row?.id ?? 0, 'close', 'Refunded in part, told to the lender');
  expect(await kinds()).toEqual([]);
  expect(await statusOf(part.id)).toBe('success');
});

test('an unconfirmed chargeback is decided by a second user, and returned by one', async () => {
  const a = await order();
  const paid = razorpayRow(a.id, a.payment, 100_000);
  desk.books.set(a.payment, { id: a.payment, amount: 100_000, currency: 'INR', amount_refunded: 0 });
  await sent(razorpayText(paid, razorpayDispute(a.payment, 100_000, false)));
  const [back] = await open();
  expect(back).toMatchObject({ kind: 'chargeback', ours: 0, theirs: -1000, madeById: desk.sender.id });
  for (const what of ['reverse', 'close'] as const)
    expect((await refusal(act(back?.id ?? 0, what, 'Mine', desk.sender))).body.code).toBe('OWN_DIFFERENCE');
  await act(back?.id ?? 0, 'take', '', desk.sender);
  await act(back?.id ?? 0, 'reverse');
  expect(await statusOf(a.id)).toBe('reversed');
  expect((await refusal(act(back?.id ?? 0, 'reverse'))).body.code).toBe('DIFFERENCE_STATE');
  await sent(razorpayText(razorpayDispute(a.payment, 100_000, true)), 'razorpay', desk.checker);
  const [given] = await open();
  expect(given).toMatchObject({ kind: 'given-back', ours: -1000, theirs: 0 });
  await act(given?.id ?? 0, 'restore', 'The desk.bank paid it again', desk.sender);
  expect(await kinds()).toEqual([]);
  expect(await balances(a.loanId)).toEqual([
    { account: 'borrower', lies: -100_000 },
    { account: 'gateway', lies: 100_000 },
  ]);
  const history = await desk.checker.call(ledger.ofLoan, { loanId: a.loanId });
  expect(history.map(({ reason }) => reason)).toEqual(['received', 'reversed', 'corrected']);
  const steps = await desk.checker.call(reconciliation.steps, { id: String(back?.id) });
  expect(steps.map(({ what }) => what)).toEqual(['found', 'taken', 'reversed']);
  // Later refunds are excluded.
  await sent(razorpayText(razorpayBack(a.payment, 100_000)));
  const [again] = await open();
  expect(again).toMatchObject({ kind: 'refund', ours: 0, theirs: -1000 });
  await act(again?.id ?? 0, 'reverse');
  expect(await kinds()).toEqual([]);
  expect(await balances(a.loanId)).toEqual([
    { account: 'borrower', lies: -100_000 },
    { account: 'reversed', lies: 100_000 },
  ]);
});

test('one refund reported in two forms is one: it never adds up to the full payment', async () => {
  const a = await order();
  desk.books.set(a.payment, { id: a.payment, amount: 100_000, currency: 'INR', amount_refunded: 0 });
  const half = razorpayBack(a.payment, 50_000);
  await sent(
    razorpayText(
      razorpayRow(a.id, a.payment, 100_000),
      half,
      { ...half, fee: 100, tax: 18 },
      { ...half, debit: 60_000, amount: 60_000 },
    ),
  );
  expect(await kinds()).toEqual([`refund ${a.id}`, `two-forms ${a.id}`, `two-forms ${a.id}`]);
  const { summary } = await desk.checker.call(reconciliation.days, {
    fromDate: '2026-11-18',
    toDate: '2026-11-20',
  });
  expect(summary).toMatchObject({ theirs: 500 });
  expect((await open({ kind: 'two-forms' })).map(({ theirs }) => theirs).toSorted((x, y) => x - y)).toEqual([
    -100, 0,
  ]);
  const [back] = await open({ kind: 'refund' });
  expect((await refusal(act(back?.id ?? 0, 'reverse'))).body.code).toBe('DIFFERENCE_STATE');
  expect(await statusOf(a.id)).toBe('success');
});

test('a file that cannot be compared reports it after its last retry, and is compared later', async () => {
  const a = await order();
  const fileKey = await deliver(
    desk.sender,
    razorpayText(razorpayRow(a.id, a.payment, 90_000)),
    'settlement.csv',
  );
  const { database, folder } = desk.server;
  const made = await database.one<{ id: number }>(sql`
    insert into gateway_files (gateway, upload_key, file_name, sent_by, sent_at)
    values ('razorpay', ${fileKey}, 'settlement.csv', ${desk.sender.id}, ${desk.now}) returning id`);
  const own = {
    ...desk.parts(),
    files: sealedFiles(localFiles(join(folder, 'files')), openSafe({ dataDir: folder })),
    gateways: { of: () => undefined, named: async () => undefined, origins: [] },
  };
  const { run } = readFileJob(own);
  const attempt = (isLastTry: boolean): Promise<void> =>
    run(
      { id: made?.id ?? 0 },
      { log: openLog('/dev/null'), signal: new AbortController().signal, isLastTry },
    );
  const file = () => database.one(sql`select state, taken, error from gateway_files where id = ${made?.id}`);
  await database.run(
    sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''failed''; end'`,
  );
  await database.run(
    sql`create trigger fail before insert on gateway_differences for each row execute function fail()`,
  );
  await expect(attempt(false)).rejects.toThrow('failed');
  expect(await file()).toMatchObject({ state: 'waiting' });
  await attempt(true);
  expect(await file()).toEqual({ state: 'failed', taken: 1, error: reconciliationText.notCompared });
  await database.run(sql`drop trigger fail on gateway_differences`);
  await compareAll(own);
  expect(await kinds()).toEqual([`amount ${a.id}`]);
});

test('an edited copy of a line moves no money, and the true one still lands', async () => {
  const [a, victim] = [await order(), await order({ state: 'initiated' })];
  await sent(razorpayText(razorpayRow(victim.id, a.payment, 100_000), razorpayRow(a.id, a.payment, 90_000)));
  expect(await statusOf(victim.id)).toBeUndefined();
  await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000)));
  expect(await statusOf(a.id)).toBe('success');
  expect(await kinds()).toEqual([`not-paid ${victim.id}`, `twice ${a.id}`]);
});

test('lenders see their days and differences, agents none, and sending files needs the flag', async () => {
  const other = 2;
  const [own, theirs] = [await order(), await order({ clientId: other })];
  await sent(
    razorpayText(razorpayRow(own.id, own.payment, 90_000), razorpayRow(theirs.id, theirs.payment, 80_000)),
  );
  for (const [clientId, sum] of [
    [1, 900],
    [other, 800],
  ] as const) {
    const lender = await desk.server.person({ roleType: 'client', clientId });
    const days = await lender.call(reconciliation.ofLender, { fromDate: '2026-11-18', toDate: '2026-11-18' });
    expect(days.rows.map((row) => row.theirs)).toEqual([sum]);
    const { rows, summary } = await lender.call(reconciliation.differencesOfLender, {});
    expect(rows.map((row) => row.theirs)).toEqual([sum]);
    expect(summary).toMatchObject({ open: 1 });
    expect((await refusal(lender.call(reconciliation.list, {}))).status).toBe(403);
  }
  const [agent, reader] = [
    await desk.server.person({ roleType: 'agent' }),
    await desk.server.as('list_payment'),
  ];
  const [row] = await open();
  for (const endpoint of [
    reconciliation.days,
    reconciliation.list,
    reconciliation.files,
    reconciliation.ofLender,
  ])
    expect((await refusal(agent.call(endpoint, {}))).status).toBe(403);
  expect(
    (await refusal(reader.call(reconciliation.act, { id: String(row?.id), act: 'close', words: 'x' })))
      .status,
  ).toBe(403);
  expect(
    (await refusal(reader.call(reconciliation.send, { gateway: 'razorpay', fileKey: 'x' }))).status,
  ).toBe(403);
});

test('a long file is read in parts', async () => {
  const rows = Array.from({ length: 12_000 }, (_, i) => razorpayRow('', `pay_Many${i}`, 100_000 + i));
  expect(await sent(razorpayText(...rows))).toMatchObject({ taken: 12_000, wrong: 0 });
});
