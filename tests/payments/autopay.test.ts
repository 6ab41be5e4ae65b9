/** Instalments by UPI autopay: offered by an agent, agreed by the borrower, charged on their days after a notice. */
import { expect, test } from 'vitest';
import { autopay } from '../../src/contexts/payments/contract/autopay/autopay.ts';
import { portfolios } from '../../src/contexts/lenders/contract/portfolios.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { refusal } from '../kit.ts';
import { autopayDesk, start } from './autopay-kit.ts';

const desk = autopayDesk();

test("an agent offers autopay, the borrower agrees, and each instalment is debited on its day with a day's notice", async () => {
  const loanId = await desk.settled(20_000, 2, desk.day(10));
  expect((await desk.of(loanId)).fault).toBeNull();
  const { url } = await desk.offer(loanId);
  expect(await desk.page(url)).toContain('never more than ₹10,000.00 at once');
  expect(await desk.page(url, 'hi')).toContain('यूपीआई');
  const order = await desk.accept(url);
  // No consent yet: the browser's claim is not the gateway's.
  await desk.ask(order);
  expect(await desk.state(loanId)).toBe('registering');
  await desk.bank(order, 'active');
  expect(await desk.state(loanId)).toBe('active');
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success']);
  await desk.judge();
  await desk.round();
  expect(await desk.charges(loanId)).toEqual([]);

  desk.at('2026-12-08', '11:00');
  await desk.round();
  const [charge] = await desk.charges(loanId);
  expect(charge).toMatchObject({ state: 'announced', amount: 9_999_00 });
  expect(await desk.texts(loanId)).toEqual([
    expect.stringMatching(/^Rs 9,999\.00 for your .+ will be taken by UPI autopay on 11-12-2026\./),
  ]);
  desk.at('2026-12-11', '06:59');
  await desk.round();
  expect((await desk.charges(loanId))[0]?.state).toBe('announced');
  desk.at('2026-12-11', '07:01');
  await desk.round();
  expect((await desk.charges(loanId))[0]?.state).toBe('sent');
  await Promise.all([desk.ask(charge?.id ?? ''), desk.ask(charge?.id ?? ''), desk.round()]);
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success', 'AUTOPAY 9999 success']);
  expect(await desk.posted(loanId)).toBe(10_000_00);
  await desk.judge();
  const { mandate } = await desk.of(loanId, desk.lead);
  expect(mandate).toMatchObject({ state: 'active', charged: 9_999, nextOn: '2027-01-11' });
  expect(mandate?.charges.map(({ became }) => became)).toEqual(['success']);
  expect(await desk.page(url)).toContain('Autopay is active');
  // The desk's list, without other teams.
  const { rows } = await desk.admin.call(autopay.list, { state: 'active' });
  expect(rows.find((row) => row.loanId === loanId)).toMatchObject({ charged: 9_999, instalments: 2 });
  expect((await refusal(desk.of(loanId, desk.stranger))).status).toBe(404);
  expect((await refusal(desk.offer(loanId, desk.stranger))).status).toBe(404);
  expect((await refusal(desk.stranger.call(autopay.end, { id: mandate?.id ?? 0 }))).status).toBe(404);
});

test('it is offered only where it is on, a plan runs, nothing is above the limit, and none is agreed already', async () => {
  const faultOf = async (loanId: number) => (await desk.of(loanId)).fault;
  const bare = await desk.loan();
  expect(await faultOf(bare)).toBe('no-plan');
  const high = await desk.settled(30_002, 2, desk.day(10));
  expect(await faultOf(high)).toBe('above-limit');
  const loanId = await desk.settled(30_000, 2, desk.day(10));
  expect(await faultOf(loanId)).toBeNull();
  const [portfolio] = (await desk.admin.call(portfolios.list, {})).rows.filter(({ id }) => id === 1);
  expect(portfolio?.hasAutopay).toBe(true);
  await desk.admin.call(portfolios.edit, { id: '1', hasAutopay: false });
  expect(await faultOf(loanId)).toBe('off');
  const refused = await refusal(desk.offer(loanId));
  expect([refused.body.code, refused.body.message]).toEqual([
    'AUTOPAY_NOT_OFFERED',
    'No autopay link can be sent: autopay is off for this portfolio.',
  ]);
  await desk.admin.call(portfolios.edit, { id: '1', hasAutopay: true });
  const first = await desk.offer(loanId);
  const second = await desk.offer(loanId);
  expect(await desk.page(first.url)).toContain('This offer is not open');
  await desk.accept(second.url);
  expect(await faultOf(loanId)).toBe('has-one');
  // A link that is too old is not open.
  const late = await desk.offer(await desk.settled(10_000, 2, desk.day(20)));
  desk.now = new Date(desk.now.getTime() + 73 * 3_600_000);
  expect(await desk.press(late.url, 'accept')).toMatch(/^\/pay\/autopay\?/);
});

test('the link of a mandate opens complaint and borrower portal in every state', async () => {
  const loanId = await desk.settled(10_000, 2, desk.day(10));
  const { url } = await desk.offer(loanId);
  const q = new URL(url).searchParams.get('q') ?? '';
  const opens = async (state: string) => {
    const page = await desk.page(url);
    for (const way of [`/pay/mine?q=${q}`, `/pay/complaint?q=${q}`]) {
      expect(page, state).toContain(way);
      expect((await fetch(desk.server.url + way)).status, `${state} ${way}`).toBe(200);
    }
  };
  await opens('offered');
  const { url: newer } = await desk.offer(loanId);
  await opens('withdrawn');
  const order = await desk.accept(newer);
  await desk.bank(order, 'active');
  await opens('replaced by one that is active');
  await desk.press(newer, 'stop');
  desk.now = new Date(desk.now.getTime() + 400 * 86_400_000);
  await opens('long over');
});

test('an uncontactable borrower gets no link, and an unnotified one is not debited', async () => {
  const loanId = await desk.settled(10_000, 2, desk.day(10));
  desk.at('2026-12-01', '22:30');
  expect((await refusal(desk.offer(loanId))).body.code).toBe('CONTACT_BLOCKED');
  desk.at('2026-12-01', '11:00');
  const { url } = await desk.offer(loanId);
  await desk.bank(await desk.accept(url), 'active');
  await desk.server.database.run(
    sql`update loans set mobile = null, alternate_contact1 = null where id = ${loanId}`,
  );
  desk.at('2026-12-08', '11:00');
  await desk.round();
  expect(await desk.charges(loanId)).toMatchObject([{ state: 'dropped', reason: 'not-told' }]);
  expect(await desk.texts(loanId)).toEqual([]);
});

test('at night the notice is queued until morning, and a late notice debits nothing', async () => {
  const { loanId } = await desk.running(10_000, 2, '2026-12-11');
  desk.at('2026-12-09', '23:00');
  await desk.round();
  expect(await desk.texts(loanId)).toEqual([]);
  desk.at('2026-12-10', '08:30');
  await desk.round();
  expect(await desk.texts(loanId)).toHaveLength(1);
  desk.at('2026-12-11', '08:29');
  await desk.round();
  expect((await desk.charges(loanId))[0]?.state).toBe('announced');
  desk.at('2026-12-11', '08:31');
  await desk.round();
  expect((await desk.charges(loanId))[0]?.state).toBe('sent');
  desk.now = new Date(start);
  const late = await desk.running(10_000, 2, '2026-12-11');
  desk.at('2026-12-11', '09:00');
  await desk.round();
  expect(await desk.texts(late.loanId)).toEqual([]);
  expect(await desk.paid(late.loanId)).toEqual(['AUTOPAY 1 success']);
});

test('a paused mandate debits nothing; one revoked at the bank is closed on the same day', async () => {
  const { loanId, order } = await desk.running(10_000, 2, '2026-12-11');
  desk.at('2026-12-08', '11:00');
  await desk.round();
  // The bank sent no webhook.
  await desk.charging.gateways.named('sandbox');
  await desk.server.database.run(sql`update sandbox_mandates set state = 'paused' where order_id = ${order}`);
  desk.at('2026-12-11', '09:00');
  await desk.round();
  expect(await desk.state(loanId)).toBe('paused');
  expect(await desk.charges(loanId)).toMatchObject([{ state: 'dropped', reason: 'paused' }]);
  await desk.server.database.run(
    sql`update sandbox_mandates set state = 'revoked' where order_id = ${order}`,
  );
  desk.at('2026-12-13', '09:00');
  await desk.round();
  expect(await desk.state(loanId)).toBe('revoked');
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success']);
});

test('a stopped mandate debits nothing from that moment, and the gateway cancels it', async () => {
  for (const who of ['borrower', 'staff'] as const) {
    desk.now = new Date(start);
    const { loanId, url, id } = await desk.running(10_000, 2, '2026-12-11');
    desk.at('2026-12-08', '11:00');
    await desk.round();
    if (who === 'borrower') await desk.press(url, 'stop');
    else await desk.agent.call(autopay.end, { id });
    expect((await desk.of(loanId)).mandate).toMatchObject({ isEnding: true, endReason: who });
    expect(await desk.charges(loanId)).toMatchObject([{ state: 'dropped', reason: 'ended' }]);
    await desk.round();
    expect(await desk.state(loanId)).toBe('revoked');
    desk.at('2026-12-11', '09:00');
    await desk.round();
    expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success']);
    expect(await desk.page(url)).toContain('Nothing more is taken');
  }
});

test('paid instalments are not debited twice, and changed ones are notified again', async () => {
  const { loanId } = await desk.running(10_000, 2, '2026-12-11');
  desk.at('2026-12-08', '11:00');
  await desk.round();
  await desk.server.database.run(sql`
    insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loanId}, 2000_00, '2026-12-08', true, 'PAYMENT_FILE')`);
  await desk.judge();
  desk.at('2026-12-09', '12:00');
  await desk.round();
  desk.at('2026-12-11', '08:00');
  await desk.round();
  const charges = await desk.charges(loanId);
  expect(charges).toMatchObject([
    { state: 'dropped', reason: 'changed', amount: 4_999_00 },
    { state: 'sent', amount: 2_999_00 },
  ]);
  expect((await desk.texts(loanId)).map((text) => text.slice(0, 11))).toEqual(['Rs 4,999.00', 'Rs 2,999.00']);
  await desk.ask(charges[1]?.id ?? '');
  expect(await desk.posted(loanId)).toBe(5_000_00);
  // Too late for a notice of another amount: no debit.
  const late = await desk.running(10_000, 2, '2026-12-21');
  desk.at('2026-12-18', '11:00');
  await desk.round();
  // Checked already that day: later receipts are seen at the debit.
  desk.at('2026-12-20', '20:00');
  await desk.round();
  await desk.server.database.run(sql`
    insert into payments (loan_id, amount, payment_date, realized, source)
    values (${late.loanId}, 2000_00, '2026-12-20', true, 'PAYMENT_FILE')`);
  desk.at('2026-12-21', '08:00');
  await desk.round();
  expect((await desk.charges(late.loanId)).map(({ reason }) => reason)).toEqual(['changed', 'late']);
});

test('a calendar of promises is charged as a settlement is', async () => {
  const loanId = await desk.loan();
  for (const [n, day] of ['2026-12-05', '2026-12-07'].entries())
    await desk.agent.call(borrowerDispositions.record, {
      loanId,
      dispositionId: 1,
      amount: 2_000 + n,
      ptpDate: day,
      followUpDate: new Date(desk.now.getTime() + 3_600_000).toISOString(),
    });
  const { url } = await desk.offer(loanId);
  await desk.bank(await desk.accept(url), 'active');
  expect((await desk.of(loanId)).mandate).toMatchObject({ source: 'promises', state: 'active' });
  await expect
    .poll(async () => {
      desk.at('2026-12-02', '11:00');
      await desk.round();
      return (await desk.charges(loanId)).at(-1);
    })
    .toMatchObject({ state: 'announced' });
});

test('an unplannable mandate blocks no others', async () => {
  const broken = await desk.running(20_000, 2, desk.day(10));
  const { loanId } = await desk.running(20_000, 2, desk.day(10));
  await desk.server.database.run(sql`update mandates set terms = '{}' where id = ${broken.id}`);
  desk.at('2026-12-08', '11:00');
  await desk.round();
  expect(await desk.charges(loanId)).toMatchObject([{ state: 'announced' }]);
  expect(await desk.charges(broken.loanId)).toEqual([]);
  await desk.agent.call(autopay.end, { id: broken.id });
});
