/** Effects of an edited policy, a rejection, an expiry and an exact waiver. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { tellEnded } from '../../src/contexts/authority/server/told.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Office, ask, late, openOffice } from './office.ts';

let o: Office;
let id = 0;
beforeAll(async () => {
  o = await openOffice();
});
afterAll(() => o.server.stop());
const withdraw = sql`update authority_requests set state = 'withdrawn', closed_at = now(), told_at = now() where state = 'open'`;
beforeEach(async () => {
  await o.server.database.run(withdraw);
  id = await ask(o, 70_000);
});
const approve = (who: Caller) => who.call(settlements.updateStatus, { id, status: 'Approved' });
const reject = (who: Caller) =>
  who.call(settlements.updateStatus, { id, status: 'Rejected', comments: 'No', suggestedAmount: 80_000 });
const waiting = async (who: Caller) => (await who.call(authority.waiting, {})).rows;

test('a step added below grants its backup approver no escalated request', async () => {
  await approve(o.lead);
  await late(o);
  expect(await waiting(o.substitute)).toHaveLength(1);
  // By index the request would now be after the new step, with an immediately eligible backup approver.
  await o.server.database.run(sql`
    insert into authority_steps (name, kind, place, user_id, substitute_id, hours, except_line)
    values ('New', 'settlement', 1, ${o.chief.id}, ${o.admin.id}, 24, false)`);
  try {
    expect((await refusal(approve(o.admin))).body.code).toBe('WAITS_ALREADY');
    expect(await approve(o.substitute)).toMatchObject({ status: 'Approved' });
  } finally {
    await o.server.database.run(sql`delete from authority_steps where name = 'New'`);
  }
});

test('rejecting is for approvers or the requester', async () => {
  expect((await refusal(reject(o.lead))).body.code).toBe('NOT_YOURS_TO_REJECT');
  expect((await refusal(reject(o.admin))).body.code).toBe('NOT_YOURS_TO_REJECT');
  expect((await refusal(reject(o.substitute))).body.code).toBe('NOT_YOURS_TO_REJECT');
  expect(await reject(o.manager)).toMatchObject({ status: 'Rejected' });
  id = await ask(o, 70_000, o.lead);
  expect(await reject(o.lead)).toMatchObject({ status: 'Rejected' });
});

test('requester and approvers get one message each when a request expires', async () => {
  let told: { to: string; subject: string }[] = [];
  const jobs = {
    enqueue: (_tx: unknown, _name: string, letter: (typeof told)[number]) =>
      Promise.resolve(told.push(letter)),
  };
  const addresses = async (...who: Caller[]) =>
    (
      await o.server.database.rows<{ email: string }>(
        sql`select email from users where id = any(${who.map((one) => one.id)})`,
      )
    ).map(({ email }) => email);
  await approve(o.lead);
  await late(o);
  await late(o);
  await tellEnded(o.server.database, jobs as never);
  await tellEnded(o.server.database, jobs as never);
  told = told.filter(({ subject }) => subject.endsWith(` ${id}`));
  expect(new Set(told.map(({ to }) => to))).toEqual(new Set(await addresses(o.lead, o.substitute)));
  expect(told.map(({ subject }) => subject)).toEqual(
    Array.from({ length: 2 }, () => `Nobody decided in time: settlement ${id}`),
  );
});

test('the policy test is as exact as the decision: 25.04 % is above 25 %', async () => {
  await o.server.database.run(sql`update authority_steps set max_waiver = 25 where name = 'Team leaders'`);
  try {
    const asked = (waiver: number) =>
      o.admin.call(authority.bench, { kind: 'settlement', amount: 1000, waiver, days: 10 });
    expect((await asked(25)).below).toEqual([]);
    expect((await asked(25.04)).below).toMatchObject([
      { name: 'Team leaders', limit: 'waiver', is: 25.04, most: 25 },
    ]);
    expect((await asked(25.001)).below).toMatchObject([{ is: 25.01, most: 25 }]);
    expect((await asked(35.01)).below[1]).toMatchObject({ is: 35.01, most: 35 });
    // And as the decision: Rs 74,960 of Rs 1,00,000.
    id = await ask(o, 74_960);
    expect(await approve(o.lead)).toMatchObject({ status: 'Inprogress' });
    expect(await waiting(o.manager)).toMatchObject([{ waiver: 25.04 }]);
  } finally {
    await o.server.database.run(sql`update authority_steps set max_waiver = 20 where name = 'Team leaders'`);
  }
});

test('inbox items of a manager appear nowhere else on their home', async () => {
  const mine = async (who: Caller) =>
    (await who.call(settlements.list, { status: 'Inprogress', inInbox: false })).rows.map((row) => row.id);
  expect(await mine(o.manager)).toContain(id);
  await approve(o.lead);
  expect(await mine(o.manager)).not.toContain(id);
  expect(await mine(o.lead)).toContain(id);
});
