/**
 * Differences are closed by the gateway's confirmation or a second user, never by the next file; files are re-read; only
 * new rows are compared.
 */
import { expect, test } from 'vitest';
import { reconciliation } from '../../src/contexts/payments/contract/reconciliation.ts';
import {
  compareAll,
  compareGateway,
} from '../../src/contexts/payments/server/reconciliation/compare-gateway.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { refusal } from '../kit.ts';
import { openDesk } from './reconciliation-kit.ts';
import {
  payuRow,
  payuText,
  razorpayBack,
  razorpayDispute,
  razorpayRow,
  razorpayText,
} from './settlement-files.ts';

const desk = openDesk();
const { order, open, kinds, act } = desk;
const sent: typeof desk.sent = (...o) => desk.sent(...o);

/** Razorpay's settlement of the 19th, the payout day of the rows. */
const settled = (...rows: object[]) => void desk.settlements.set('2026-11-19', rows);
const asked = (id: number) => act(id, 'ask', '');

test('on-hold money is paid out once Razorpay itself confirms, not its file', async () => {
  const c = await order();
  await sent(
    razorpayText(razorpayRow(c.id, c.payment, 100_000, { on_hold: true, settled: false, settled_at: '' })),
  );
  const [held] = await open();
  for (const who of [desk.sender, desk.checker])
    await sent(razorpayText(razorpayRow(c.id, c.payment, 100_000)), 'razorpay', who);
  expect(await kinds()).toEqual([`on-hold ${c.id}`]);
  // Still on hold, or another amount: neither resolves it.
  settled(razorpayRow(c.id, c.payment, 100_000, { on_hold: true, settled: false }));
  await asked(held?.id ?? 0);
  settled(razorpayRow(c.id, c.payment, 99_000));
  await asked(held?.id ?? 0);
  await compareGateway(desk.server.database, 'razorpay', desk.now);
  expect(await kinds()).toEqual([`on-hold ${c.id}`]);
  settled(razorpayRow(c.id, c.payment, 100_000));
  await asked(held?.id ?? 0);
  expect(await kinds()).toEqual([]);
});

test("a payment in no file after three days is missing, until the gateway's settlement includes it", async () => {
  const [a, b] = [await order(), await order()];
  await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000)));
  expect(await kinds()).toEqual([]);
  await desk.comparedAt('2026-11-22T06:30:00Z', 'razorpay');
  expect(await kinds()).toEqual([`missing ${b.id}`]);
  const [row] = await open();
  expect(row).toMatchObject({
    ours: 1000,
    theirs: 0,
    difference: -1000,
    ownerId: expect.any(Number),
    age: 0,
  });
  // A file alone does not end it, another payment of the order neither; its desk.sender does not close it.
  await sent(razorpayText(razorpayRow(b.id, b.payment, 100_000)));
  expect(await open()).toMatchObject([{ kind: 'missing', toldById: desk.sender.id }]);
  expect((await refusal(act(row?.id ?? 0, 'close', 'It is there', desk.sender))).body.code).toBe(
    'OWN_DIFFERENCE',
  );
  settled(
    ...Array.from({ length: 1200 }, (_, i) => razorpayRow('', `pay_Other${i}`, 5000)),
    razorpayRow(b.id, b.payment, 100_000),
  );
  await compareAll(desk.parts());
  expect(await kinds()).toEqual([]);
  const steps = await desk.checker.call(reconciliation.steps, { id: String(row?.id) });
  expect(steps.map(({ what, who }) => [what, who])).toEqual([
    ['found', null],
    ['gone', null],
  ]);
});

test('a chargeback is closed by its reversal once the gateway confirms; nothing unpaid is returned', async () => {
  const [a, gone] = [await order(), await order({ state: 'reversed' })];
  for (const { payment } of [a, gone])
    desk.books.set(payment, { id: payment, amount: 100_000, currency: 'INR', amount_refunded: 0 });
  const paid = razorpayRow(a.id, a.payment, 100_000);
  await sent(razorpayText(paid, razorpayDispute(a.payment, 100_000, false)));
  const won = razorpayDispute(a.payment, 100_000, true);
  for (const who of [desk.sender, desk.checker]) await sent(razorpayText(won), 'razorpay', who);
  expect(await kinds()).toEqual([`chargeback ${a.id}`]);
  settled(won);
  await asked((await open())[0]?.id ?? 0);
  expect(await kinds()).toEqual([]);
  await sent(razorpayText(razorpayDispute(gone.payment, 100_000, true)));
  expect(await kinds()).toEqual([]);
});

test('repeated money is not hidden by a refund or chargeback from files', async () => {
  const a = await order();
  desk.books.set(a.payment, { id: a.payment, amount: 100_000, currency: 'INR', amount_refunded: 0 });
  await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000), razorpayDispute(a.payment, 100_000, false)));
  const [back] = await open();
  await act(back?.id ?? 0, 'reverse');
  await sent(razorpayText(razorpayDispute(a.payment, 100_000, true)));
  const refund = razorpayBack(a.payment, 100_000);
  const again = { ...razorpayDispute(a.payment, 100_000, false), entity_id: 'adj_again' };
  for (const who of [desk.sender, desk.checker]) await sent(razorpayText(refund, again), 'razorpay', who);
  expect(await kinds()).toEqual([`given-back ${a.id}`]);
  settled(refund);
  await asked((await open())[0]?.id ?? 0);
  expect(await kinds()).toEqual([]);
});

test('another payment of an order does not replace the one missing in files', async () => {
  const [a, b] = [await order(), await order()];
  await sent(
    razorpayText(razorpayRow(a.id, a.payment, 100_000), razorpayRow(b.id, 'pay_Elsewhere1', 100_000)),
  );
  await desk.comparedAt('2026-11-22T06:30:00Z', 'razorpay');
  expect(await kinds()).toEqual([`missing ${b.id}`, `twice ${b.id}`]);
});

test("PayU is polled by the bank's number for the settlement it paid out", async () => {
  const [a, b] = [await order({ gateway: 'payu' }), await order({ gateway: 'payu' })];
  await sent(payuText(payuRow(a.id, a.payment, 1000)), 'payu');
  await desk.comparedAt('2026-11-22T06:30:00Z', 'payu');
  expect(await kinds()).toEqual([`missing ${b.id}`]);
  const line = payuRow(b.id, b.payment, 1000, { mer_utr: 'CITIN99999999999' });
  await sent(payuText(line), 'payu');
  expect(await kinds()).toEqual([`missing ${b.id}`]);
  desk.bank.settlements.set('CITIN99999999999', [{ ...line, amount: 1000 }]);
  await compareAll(desk.parts());
  expect(await kinds()).toEqual([]);
});

test('an interrupted or partly unread file is re-read from its position', async () => {
  const a = await order();
  const good = await sent(razorpayText(razorpayRow(a.id, a.payment, 100_000)));
  const partly = await sent(
    razorpayText(
      razorpayRow(a.id, a.payment, 100_000),
      razorpayRow(a.id, a.payment, 100_000, { currency: 'USD' }),
    ),
  );
  expect((await refusal(desk.sender.call(reconciliation.readAgain, { id: String(good.id) }))).body.code).toBe(
    'FILE_STATE',
  );
  const reader = await desk.server.as('list_payment');
  expect((await refusal(reader.call(reconciliation.readAgain, { id: String(partly.id) }))).status).toBe(403);
  await desk.server.database.run(
    sql`update gateway_files set state = 'failed', error = 'x' where id = ${good.id}`,
  );
  for (const [file, wrong] of [
    [good, 0],
    [partly, 1],
  ] as const) {
    await desk.checker.call(reconciliation.readAgain, { id: String(file.id) });
    const after = await desk.fileOf(file.id);
    expect(after).toMatchObject({ taken: file === good ? 1 : 0, wrong, error: null });
  }
  expect(await kinds()).toEqual([]);
});
