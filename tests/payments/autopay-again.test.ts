/** A failed debit: retried on later days, each with a notice, at most twice; then a user is notified. */
import { expect, test } from 'vitest';
import { today } from '../../src/contexts/work/contract/today.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { autopayDesk } from './autopay-kit.ts';
import { changePayments } from '../world.ts';

const desk = autopayDesk();

/** The paise determine the simulated bank's result: .92 fails. */
const poor = 4_001.92;
/** A plan with a failed first instalment of the eleventh. */
async function failed(): Promise<{ loanId: number; url: string; id: number }> {
  const { loanId, url, id } = await desk.running(10_000, 2, '2026-12-11', poor);
  desk.at('2026-12-08', '11:00');
  await desk.round();
  await onDay(loanId, '2026-12-11');
  return { loanId, url, id };
}
/** Debits scheduled on a morning are created, the bank responds, and follow-ups are planned and notified. */
async function onDay(loanId: number, day: string): Promise<void> {
  desk.at(day, '08:00');
  await desk.round();
  for (const { id, state } of await desk.charges(loanId)) if (state === 'sent') await desk.ask(id);
  await desk.judge();
  desk.at(day, '11:00');
  await desk.round();
}
const became = async (loanId: number) =>
  (await desk.of(loanId)).mandate?.charges.map((one) => [one.dueOn, one.became]);
const days = async (loanId: number): Promise<string[]> =>
  (await desk.texts(loanId)).map((text) => /on (\S+)\. /.exec(text)?.[1] ?? text);
const broken = async () =>
  (await desk.agent.call(today.list, { section: 'broken' })).rows.map(({ id, broken: one }) => [
    id,
    one?.amount,
    one?.dueOn,
  ]);
const pay = async (loanId: number, amount: number, day: string): Promise<void> => {
  await changePayments(
    desk.server.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source)
    values (${loanId}, ${amount * 100}, ${day}, true, 'PAYMENT_FILE')`,
  );
  await desk.judge();
};

test('a debit is retried three days later, notified a day before, and charged once', async () => {
  const { loanId, url } = await failed();
  expect(await became(loanId)).toEqual([
    ['2026-12-11', 'failed'],
    ['2026-12-14', 'announced'],
  ]);
  expect(await days(loanId)).toEqual(['11-12-2026', '14-12-2026']);
  expect((await desk.of(loanId)).mandate).toMatchObject({ nextOn: '2026-12-14', gaveUpOn: null });
  expect(await desk.page(url)).toContain('did not go through, is tried again on 14-12-2026');
  expect(await desk.page(url, 'hi')).toContain('14-12-2026 को फिर लिया जाएगा');
  desk.at('2026-12-14', '06:59');
  await desk.round();
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success']);
  desk.at('2026-12-14', '07:01');
  await desk.round();
  // There is money this time.
  await desk.books((await desk.charges(loanId)).at(-1)?.id ?? '', 'success');
  await onDay(loanId, '2026-12-14');
  await onDay(loanId, '2026-12-17');
  expect(await became(loanId)).toEqual([
    ['2026-12-11', 'failed'],
    ['2026-12-14', 'success'],
  ]);
  expect(await desk.posted(loanId)).toBe(poor * 100);
  expect(await desk.texts(loanId)).toHaveLength(2);
  expect(await broken()).toEqual([]);
});

test('the third failure is the last: it is listed as unpaid until paid', async () => {
  const { loanId, url } = await failed();
  await onDay(loanId, '2026-12-14');
  expect(await broken()).toEqual([]);
  await onDay(loanId, '2026-12-17');
  expect(await became(loanId)).toEqual([
    ['2026-12-11', 'failed'],
    ['2026-12-14', 'failed'],
    ['2026-12-17', 'gave-up'],
  ]);
  expect((await desk.of(loanId)).mandate).toMatchObject({ state: 'active', gaveUpOn: '2026-12-17' });
  expect(await broken()).toEqual([[loanId, poor, '2026-12-11']]);
  expect(await desk.page(url)).toContain('please pay it another way');
  const told = await desk.server.database.rows<{ n: number }>(sql`
    select 1 as n from event where type = 'autopay.charge' and facts ->> 'became' = 'gave-up' and (facts ->> 'loanId')::bigint = ${loanId}`);
  expect(told).toHaveLength(1);
  desk.at('2026-12-18', '11:00');
  await desk.round();
  expect(await desk.charges(loanId)).toHaveLength(3);
  await pay(loanId, poor, '2026-12-18');
  expect(await broken()).toEqual([]);
});

test('with fewer grace days it is retried once, and after a broken plan it remains unpaid', async () => {
  await desk.server.database.run(sql`update clients set settlement_grace_days = 4`);
  const { loanId } = await failed();
  await onDay(loanId, '2026-12-14');
  expect((await became(loanId))?.at(-1)).toEqual(['2026-12-14', 'gave-up']);
  desk.at('2026-12-16', '11:00');
  await desk.judge();
  await desk.round();
  expect((await desk.of(loanId)).mandate).toMatchObject({ endReason: 'over' });
  expect(await broken()).toEqual([[loanId, poor, '2026-12-11']]);
  await desk.server.database.run(sql`update clients set settlement_grace_days = 7`);
  await desk.server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
});

test('late updates of the first debit block the second', async () => {
  const { loanId } = await failed();
  const [first] = await desk.charges(loanId);
  await desk.books(first?.id ?? '', 'success');
  // Without a webhook: polled before any further debit.
  await onDay(loanId, '2026-12-14');
  expect(await became(loanId)).toEqual([
    ['2026-12-11', 'success'],
    ['2026-12-14', 'paid'],
  ]);
  expect(await desk.posted(loanId)).toBe(poor * 100);
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success', 'AUTOPAY 4000 success']);
});

test('an unconfirmed failure is ignored: no debit while the gateway is silent', async () => {
  const { loanId } = await failed();
  const [first] = await desk.charges(loanId);
  await desk.server.database.run(sql`delete from sandbox_payments where attempt_id = ${first?.id ?? ''}`);
  await onDay(loanId, '2026-12-14');
  expect((await became(loanId))?.[1]).toEqual(['2026-12-14', 'earlier']);
  expect(await desk.paid(loanId)).toEqual(['AUTOPAY 1 success']);
  await desk.books(first?.id ?? '', 'failure');
  desk.at('2026-12-15', '08:30');
  await desk.round();
  expect((await desk.charges(loanId)).map(({ state, reason }) => reason ?? state)).toEqual([
    'failed',
    'earlier',
    'sent',
  ]);
});

test('who agreed before to one charge of an instalment is charged once', async () => {
  const loanId = await desk.settled(10_000, 2, '2026-12-11', poor);
  const { url } = await desk.offer(loanId);
  expect(await desk.page(url)).toContain('tried again on a later day, at most twice');
  await desk.server.database.run(sql`update mandates set tries = 1 where loan_id = ${loanId}`);
  expect(await desk.page(url)).not.toContain('tried again');
  await desk.bank(await desk.accept(url), 'active');
  desk.at('2026-12-08', '11:00');
  await desk.round();
  await onDay(loanId, '2026-12-11');
  expect(await became(loanId)).toEqual([['2026-12-11', 'gave-up']]);
});
