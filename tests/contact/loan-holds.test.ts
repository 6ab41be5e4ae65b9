import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { blockOf } from '../../src/contexts/contact/contract/contact-block.ts';
import { today } from '../../src/contexts/work/contract/today.ts';
import { businessDay } from '../../src/kernel/server/operation/clock.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { addLoan, days } from '../sync/phone.ts';

let server: TestServer;
let lead: Caller;
let agent: Caller;
let other: Caller;
let loanId = 0;

beforeAll(async () => {
  server = await boot();
  lead = await server.person({ roleType: 'tech_lead', flags: ['view_borrower_history'] });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
  other = await server.person({ roleType: 'agent' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
});

const day = (n: number): string => businessDay(days(n));
async function reason(name: string): Promise<{ id: number; days: number }> {
  const found = (await agent.call(loanHolds.reasons, { loanId })).find((one) => one.name === name);
  if (!found) throw new Error(`${name} is no reason`);
  return found;
}
const place = async (name = 'Bereavement', o: object = {}, who = agent) =>
  who.call(loanHolds.place, { loanId, reasonId: (await reason(name)).id, ...o });

test('a loan on hold for a contact-rule reason is not worked', async () => {
  const hold = await place('Bereavement', { note: 'The family asked for time' });
  expect(hold).toMatchObject({ reason: 'Bereavement', fromDay: day(0), untilDay: day(13), isNow: true });
  const { rows } = await agent.call(today.list, { size: 500 });
  const row = rows.find(({ id }) => id === loanId);
  expect(row?.rest).toEqual({ reason: 'Bereavement', until: day(13) });
  expect(row && blockOf(row, new Date(`${day(0)}T06:00:00Z`))?.code).toBe('rests');
  const { rows: past } = await lead.call(loans.history, { id: String(loanId) });
  expect(past[0]).toMatchObject({ kind: 'held', what: 'Bereavement', detail: day(13) });
});

test('a hold is at most its maximum, and may be shorter', async () => {
  expect((await place('Open complaint', { untilDay: day(2) })).untilDay).toBe(day(2));
  expect((await refusal(place('Open complaint', { untilDay: day(2) }))).body.code).toBe('TAKEN');
  expect((await place('Open complaint', { untilDay: day(4) })).untilDay).toBe(day(4));
  const late = (await refusal(place('Bereavement', { untilDay: day(14) }))).body;
  expect([late.code, late.fields?.[0]?.path]).toEqual(['INVALID_INPUT', 'untilDay']);
  expect((await refusal(place('Bereavement', { untilDay: day(-1) }))).body.code).toBe('DATE_IN_PAST');
});

test('two concurrent equal holds create one', async () => {
  const both = await Promise.allSettled([place(), place('Bereavement', {}, lead)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('an allocator releases the hold, and the loan is worked again', async () => {
  const { uId } = await place();
  expect((await refusal(agent.call(loanHolds.end, { id: uId }))).status).toBe(403);
  expect(await lead.call(loanHolds.end, { id: uId })).toMatchObject({ isNow: false });
  expect((await refusal(lead.call(loanHolds.end, { id: uId }))).body.code).toBe('CHANGED_MEANWHILE');
  const { rows } = await agent.call(today.list, { size: 500 });
  expect(rows.find(({ id }) => id === loanId)?.rest).toBeNull();
  const [hold] = await agent.call(loanHolds.list, { loanId });
  expect([hold?.isNow, hold?.endedAt === null, hold?.endedBy]).toEqual([false, false, expect.any(String)]);
  // A new hold is possible.
  expect((await place()).isNow).toBe(true);
});

test('reasons of another lender or product, or out of use, are none', async () => {
  await server.database.run(sql`
    insert into compliance_rules (kind, name, from_day, hold_days, client_id, product_type, is_active) values
      ('hold', 'Of lender two', '2022-01-01', 5, 2, null, true), ('hold', 'Of gold', '2022-01-01', 5, null, 'Gold', true),
      ('hold', 'Out of use', '2022-01-01', 5, null, null, false)`);
  const names = (await agent.call(loanHolds.reasons, { loanId })).map(({ name }) => name);
  expect(names).toContain('Bereavement');
  for (const name of ['Of lender two', 'Of gold', 'Out of use']) expect(names).not.toContain(name);
  const hours = await server.database.one<{ id: number }>(
    sql`select id from compliance_rules where kind = 'hours' limit 1`,
  );
  const tried = agent.call(loanHolds.place, { loanId, reasonId: hours?.id ?? 0 });
  expect((await refusal(tried)).body.fields?.[0]?.path).toBe('reasonId');
});

test('an invisible loan reveals and changes nothing', async () => {
  const { id, uId } = await place();
  const { id: reasonId } = await reason('Bereavement');
  for (const ask of [
    () => other.call(loanHolds.list, { loanId }),
    () => other.call(loanHolds.reasons, { loanId }),
    () => other.call(loanHolds.place, { loanId, reasonId }),
  ])
    expect((await refusal(ask())).body.code).toBe('NOT_FOUND');
  const stranger = await server.person({ roleType: 'tech_lead' });
  for (const key of [uId, String(id)])
    expect((await refusal(stranger.call(loanHolds.end, { id: key }))).body.code).toBe('NOT_FOUND');
});

test('a closed loan is not worked anyway', async () => {
  const { id: reasonId } = await reason('Bereavement');
  await server.database.run(sql`update loans set is_active = false where id = ${loanId}`);
  const tried = agent.call(loanHolds.place, { loanId, reasonId });
  expect((await refusal(tried)).body.fields?.[0]?.path).toBe('loanId');
});
