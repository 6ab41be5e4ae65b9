/** Settlements above the approver's limits: escalated, pending, decided, forwarded, withdrawn and expired. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authority } from '../../src/contexts/authority/contract/authority.ts';
import { settlements } from '../../src/contexts/settlements/contract/settlements.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, refusal } from '../kit.ts';
import { type Office, ask, late, openOffice } from './office.ts';

let o: Office;
let id = 0;
beforeAll(async () => {
  o = await openOffice();
});
afterAll(() => o.server.stop());
beforeEach(async () => {
  await o.server.database.run(
    sql`update authority_requests set state = 'withdrawn', closed_at = now() where state = 'open'`,
  );
  // Thirty per cent of the principal: above the lead's twenty, within the manager's thirty-five.
  id = await ask(o, 70_000);
});

const approve = (who: Caller, one = id, more = {}) =>
  who.call(settlements.updateStatus, { id: one, status: 'Approved', ...more });
const waiting = async (who: Caller) => (await who.call(authority.waiting, {})).rows;
const stateOf = async (one = id) =>
  (
    await o.server.database.rows<{ state: string }>(sql`
      select state from authority_requests where subject_id = ${one} order by id`)
  ).map(({ state }) => state);
const requestId = async (who: Caller) => String((await waiting(who))[0]?.id);
const namesOf = async (...who: Caller[]) =>
  (
    await o.server.database.rows<{ name: string }>(sql`
      select first_name || ' ' || last_name as name from users where id = any(${who.map((one) => one.id)}) order by id`)
  ).map(({ name }) => name);

test('decides immediately below the limit, and escalates above it with full details', async () => {
  expect(await approve(o.lead, await ask(o, 80_000))).toMatchObject({ status: 'Approved', waitsFor: null });
  expect(await approve(o.lead, id, { comments: 'Father ill, pays at once' })).toMatchObject({
    status: 'Inprogress',
    waitsFor: { people: await namesOf(o.manager) },
  });
  // A repeated approval changes nothing and names the approvers.
  const again = (await refusal(approve(o.lead))).body;
  expect([again.code, again.message]).toEqual([
    'WAITS_ALREADY',
    `This is above your limit and waits for ${(await namesOf(o.manager)).join(', ')} already. Ask them to decide it.`,
  ]);
  expect(await stateOf()).toEqual(['open']);
  expect(await waiting(o.manager)).toMatchObject([
    {
      subjectId: id,
      borrower: 'Asha Rao',
      askedComment: 'Father ill, pays at once',
      amount: 70_000,
      pos: 100_000,
      tos: 120_000,
      waiver: 30,
      days: 120,
      kept: 0,
      broken: 0,
      earlier: 0,
    },
  ]);
  expect(await waiting(o.substitute)).toEqual([]);
  expect(await waiting(o.lead)).toEqual([]);
  await o.manager.call(authority.decide, {
    id: await requestId(o.manager),
    decision: 'approve',
    amount: 70_000,
  });
  expect(await o.manager.call(settlements.one, { id: String(id) })).toMatchObject({
    status: 'Approved',
    lastApprovalUser: o.manager.id,
    waitsFor: null,
  });
  expect(await stateOf()).toEqual(['approved']);
  const steps = await o.manager.call(settlements.timeline, { id: String(id) });
  expect(steps.map(({ status }) => status)).toEqual(['Approved', 'Recommended', 'Initiated']);
});

test('a settlement pending with another approver is not listed for the caller', async () => {
  const own = await ask(o, 90_000, o.lead);
  const [agents, others] = [await ask(o, 90_000), id];
  const forYou = async (who: Caller, waitsForYou = true) => {
    const asked: Input<typeof settlements.list> = {
      status: 'Inprogress',
      waitsForYou,
      ids: [own, agents, others],
    };
    const { rows, count } = await who.call(settlements.list, asked);
    expect(count).toBe(rows.length);
    return rows.map((row) => row.id).toSorted((a, b) => a - b);
  };
  const sorted = (...ids: number[]) => ids.toSorted((a, b) => a - b);
  expect(await forYou(o.lead)).toEqual(sorted(agents, others));
  await approve(o.lead, others);
  expect(await forYou(o.lead)).toEqual([agents]);
  expect(await forYou(o.lead, false)).toEqual(sorted(own, others));
  expect(await forYou(o.manager)).toEqual(sorted(own, agents, others));
  const of = async (who: Caller, one: number) => who.call(settlements.one, { id: String(one) });
  expect(await of(o.lead, others)).toMatchObject({ isForYou: false, isYours: false });
  expect(await of(o.manager, others)).toMatchObject({ isForYou: true, isYours: false });
  expect(await of(o.lead, own)).toMatchObject({ isForYou: true, isYours: true });
});

test('rank is no authority: an admin without a step and the system administrator pass it on', async () => {
  expect(await approve(o.chief)).toMatchObject({ status: 'Inprogress' });
  expect((await refusal(approve(o.admin))).body.code).toBe('WAITS_ALREADY');
  expect(
    (
      await refusal(
        o.chief.call(authority.decide, {
          id: await requestId(o.manager),
          decision: 'approve',
          amount: 70_000,
        }),
      )
    ).status,
  ).toBe(404);
});

test('a request above every step is rejected with an action; bulk reports each result', async () => {
  const low = await ask(o, 60_000);
  const { code, message } = (await refusal(approve(o.manager, low))).body;
  expect([code, message]).toEqual(['ABOVE_AUTHORITY', expect.stringContaining('Edit the amount')]);
  const fine = await ask(o, 90_000);
  expect(await o.lead.call(settlements.bulkApprove, { ids: [fine, id, low] })).toEqual({
    changed: 1,
    left: [
      { id, why: 'passed' },
      { id: low, why: 'nobody' },
    ],
  });
  expect(await stateOf()).toEqual(['open']);
  expect((await refusal(o.lead.call(settlements.bulkApprove, { ids: [low] }))).body.code).toBe(
    'ABOVE_AUTHORITY',
  );
});

test('an overdue request passes to the backup approver, then expires and can be repeated', async () => {
  await approve(o.lead);
  await late(o);
  expect(await waiting(o.manager)).toEqual([]);
  expect(await waiting(o.substitute)).toMatchObject([{ subjectId: id }]);
  await late(o);
  expect(await stateOf()).toEqual(['expired']);
  expect(await approve(o.substitute)).toMatchObject({ status: 'Inprogress' });
  expect(await stateOf()).toEqual(['expired', 'open']);
  await late(o);
  expect(await approve(o.substitute)).toMatchObject({
    status: 'Approved',
    lastApprovalUser: o.substitute.id,
  });
});

test('a request is forwarded only to an eligible user; a backup approver once the hours have passed', async () => {
  await approve(o.lead);
  const one = await requestId(o.manager);
  const peopleOf = async (who: Caller) =>
    (await who.call(authority.people, { id: one })).map((person) => person.id);
  expect(await peopleOf(o.manager)).toEqual([]);
  for (const userId of [o.lead.id, o.chief.id, o.manager.id, o.substitute.id])
    expect((await refusal(o.manager.call(authority.passOn, { id: one, userId }))).body.fields).toEqual([
      { path: 'userId', fault: 'invalid' },
    ]);
  expect((await refusal(o.lead.call(authority.passOn, { id: one, userId: o.manager.id }))).status).toBe(404);
  await late(o);
  expect(await peopleOf(o.substitute)).toEqual([o.manager.id]);
  await o.substitute.call(authority.passOn, { id: one, userId: o.manager.id });
  expect(await waiting(o.substitute)).toEqual([]);
  await o.manager.call(authority.decide, { id: one, decision: 'approve', amount: 70_000 });
  expect(await stateOf()).toEqual(['approved']);
});

test('a rejection needs its reason, and another amount withdraws the request', async () => {
  await approve(o.lead);
  const one = await requestId(o.manager);
  const reject = (more: object) =>
    o.manager.call(authority.decide, { id: one, decision: 'reject', amount: 70_000, ...more });
  expect((await refusal(reject({ suggestedAmount: 80_000 }))).body.fields).toEqual([
    { path: 'comments', fault: 'required' },
  ]);
  await o.lead.call(settlements.updateStatus, { id, status: 'AmountUpdated', updateAmount: 66_000 });
  expect(await stateOf()).toEqual(['withdrawn']);
  expect((await refusal(reject({ comments: 'No', suggestedAmount: 80_000 }))).status).toBe(404);
  // Now the lead is a maker; the manager decides it at once.
  expect((await refusal(approve(o.lead))).body.code).toBe('OWN_SETTLEMENT');
  expect(await approve(o.manager)).toMatchObject({ status: 'Approved' });
});

test("the maker's line is excluded where the step requires it", async () => {
  await o.server.database.run(sql`update authority_steps set except_line = true where name = 'Managers'`);
  try {
    // The manager is in the requester's line; only the backup approver remains, whom the step bars only in line.
    expect(await approve(o.lead)).toMatchObject({ waitsFor: { people: await namesOf(o.substitute) } });
    expect((await refusal(approve(o.manager))).body.code).toBe('WAITS_ALREADY');
    expect(await waiting(o.manager)).toEqual([]);
  } finally {
    await o.server.database.run(sql`update authority_steps set except_line = false where name = 'Managers'`);
  }
});
