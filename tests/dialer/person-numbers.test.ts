/** Redial delays of persons who share numbers, and of calls whose loan changes during the call. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dialer } from '../../src/contexts/dialer/contract/dialer.ts';
import { leads } from '../../src/contexts/dialer/contract/leads.ts';
import { loanHolds } from '../../src/contexts/contact/contract/loan-holds.ts';
import { borrowerDispositions } from '../../src/contexts/work/contract/borrower-dispositions.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { bootBeside, refusal } from '../kit.ts';
import { type People, openPeople } from './people.ts';

let floor: People;
let campaignId = 0;
beforeAll(async () => {
  floor = await openPeople();
});
afterEach(() => floor.start(campaignId, false));
afterAll(() => floor.server.stop());

test("a conversation blocks dialing of the person's number on another borrower's loan", async () => {
  campaignId = await floor.campaign('Group');
  const shared = '9870010029';
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const [leader = 0] = await floor.person('Leader', [
    { campaignId: null, mobile: '9870010025', assigneeId: agent.id },
    { campaignId: null, mobile: shared },
  ]);
  const [member = 0] = await floor.person('Member', [{ campaignId, mobile: shared }]);
  await agent.call(dialer.manualCall, { id: String(leader) });
  await floor.speak(agent);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  expect(await floor.decided(member)).toMatchObject({ state: 'queued', why: 'recently_called' });
  // Agents may call by hand, and are shown the conversation before.
  await floor.server.database.run(sql`update loans set assignee_id = ${agent.id} where id = ${member}`);
  const talk = (await floor.calls([leader])).at(-1);
  const { rule, recentCall } = await agent.call(dialer.allowance, { id: String(member) });
  expect({ rule, ...recentCall }).toMatchObject({ rule: null, isTalk: true });
  expect(Date.parse(recentCall?.at ?? '')).toBe(Date.parse(talk?.endedAt ?? ''));
  const desk = await floor.server.as('list_campaign');
  expect(await desk.call(leads.preflight, { id: String(campaignId) })).toMatchObject({ willCall: 0 });
  expect(await floor.calls([member])).toEqual([]);
});

test('a conversation with a guarantor blocks dialing of the guarantor’s loan', async () => {
  campaignId = await floor.campaign('Guarantor');
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const theirs = '9870010126';
  const [loan = 0] = await floor.person('Debtor', [
    { campaignId: null, mobile: '9870010125', assigneeId: agent.id },
  ]);
  const [own = 0] = await floor.person('Guarantor', [{ campaignId, mobile: theirs }]);
  const participant = await floor.server.database.one<{ id: number }>(sql`
    insert into loan_participants (loan_id, type, name, mobile) values (${loan}, 'Guarantor', 'Guarantor', ${theirs}) returning id`);
  await agent.call(dialer.manualCall, {
    id: String(loan),
    alternateNumber: `participant.${participant?.id ?? 0}`,
  });
  await floor.speak(agent);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  expect(await floor.decided(own)).toMatchObject({ state: 'queued', why: 'recently_called' });
});

test('an agent cannot dial a person whom another agent speaks with, on any loan or number', async () => {
  campaignId = await floor.campaign('Engaged');
  const [first, second] = [await floor.ready(campaignId), await floor.ready(campaignId)];
  for (const one of [first, second]) await one.call(dialer.pause, {});
  const shared = '9870010227';
  const [a = 0, b = 0] = await floor.person('Engaged', [
    { campaignId: null, mobile: '9870010225', other: shared, assigneeId: first.id },
    { campaignId: null, mobile: '9870010226', assigneeId: second.id },
  ]);
  const [c = 0] = await floor.person('Relative', [
    { campaignId: null, mobile: shared, assigneeId: second.id },
  ]);
  await first.call(dialer.manualCall, { id: String(a) });
  await floor.passes(async () => (await first.call(dialer.status, {})).status === 'on-call', 0.2);
  for (const id of [b, c])
    expect((await refusal(second.call(dialer.manualCall, { id: String(id) }))).body).toMatchObject({
      code: 'CONTACT_BLOCKED',
      facts: { rule: 'on_call' },
    });
  await first.call(dialer.hangUp, {});
});

test('an agent saves the outcome of a loan reassigned during the call', async () => {
  campaignId = await floor.campaign('Given away');
  const [agent, other] = [await floor.ready(campaignId), await floor.server.person({ roleType: 'agent' })];
  await agent.call(dialer.pause, {});
  const [a = 0, b = 0] = await floor.person('Given', [
    { campaignId, mobile: '9870010325', assigneeId: agent.id },
    { campaignId, mobile: '9870010326' },
  ]);
  await agent.call(dialer.manualCall, { id: String(a) });
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'on-call', 0.2);
  await floor.server.database.run(
    sql`update loans set assignee_id = ${other.id}, mobile = '9870010399' where borrower_id = (select borrower_id from loans where id = ${a})`,
  );
  expect((await agent.call(dialer.callLoans, {})).map(({ id, canOpen }) => [id, canOpen])).toEqual([
    [a, true],
    [b, false],
  ]);
  const { call } = await agent.call(dialer.status, {});
  const said = { dispositionId: 900, comments: 'Spoke' };
  expect((await refusal(agent.call(borrowerDispositions.record, { loanId: b, ...said }))).body.code).toBe(
    'NOT_FOUND',
  );
  await agent.call(dialer.hangUp, {});
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'wrap-up', 0.2);
  await floor.server.database.run(sql`update call_attempts set ended_at = now() where loan_id = ${a}`);
  await agent.call(borrowerDispositions.record, { loanId: a, ...said, callRefNo: call?.callRefNo });
  await floor.passes(async () => (await agent.call(dialer.status, {})).status !== 'wrap-up', 0.2);
});

test('loans of a person and of a member at their number are not called at the same moment from two servers', async () => {
  const second = await bootBeside(floor.server, floor.clock);
  const campaigns = await Promise.all([1, 2, 3, 4].map((n) => floor.campaign(`Group at once ${n}`)));
  const [one = 0, two = 0, three = 0, four = 0] = campaigns;
  const shared = '9870010430';
  const loanIds = [
    ...(await floor.person('Chief', [
      { campaignId: one, mobile: '9870010431' },
      { campaignId: two, mobile: shared },
    ])),
    ...(await floor.person('First member', [{ campaignId: three, mobile: shared }])),
    ...(await floor.person('Second member', [{ campaignId: four, mobile: shared }])),
  ];
  for (const id of campaigns) await floor.ready(id);
  await floor.server.database.run(sql`
    update dialer_processes set is_started = true where campaign_id = any(${campaigns}::bigint[])`);
  for (const loanId of loanIds) await floor.decided(loanId);
  expect(await floor.calls(loanIds)).toHaveLength(1);
  await floor.server.database.run(sql`
    update dialer_processes set is_started = false where campaign_id = any(${campaigns}::bigint[])`);
  await second.stop();
});

test('a death recorded during a call blocks dialing of all loans of the person, and the outcome is saved', async () => {
  campaignId = await floor.campaign('Mourning');
  const agent = await floor.ready(campaignId);
  await agent.call(dialer.pause, {});
  const [a = 0, b = 0] = await floor.person('Late', [
    { campaignId: null, mobile: '9870010525', assigneeId: agent.id },
    { campaignId, mobile: '9870010526' },
  ]);
  await agent.call(dialer.manualCall, { id: String(a) });
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'on-call', 0.2);
  const reasons = await agent.call(loanHolds.reasons, { loanId: a });
  const death = reasons.find(({ name }) => /death|bereave/iu.test(name)) ?? reasons[0];
  await agent.call(loanHolds.place, { loanId: a, reasonId: death?.id ?? 0 });
  // The loan is closed meanwhile.
  await floor.server.database.run(sql`update loans set is_active = false where id = ${a}`);
  const { call } = await agent.call(dialer.status, {});
  expect(call?.loanId).toBe(a);
  await agent.call(dialer.hangUp, {});
  await floor.passes(async () => (await agent.call(dialer.status, {})).status === 'wrap-up', 0.2);
  await floor.server.database.run(sql`update call_attempts set ended_at = now() where loan_id = ${a}`);
  const said = { dispositionId: 900, comments: 'Spoke to the son', callRefNo: call?.callRefNo };
  await agent.call(borrowerDispositions.record, { loanId: a, ...said });
  await floor.passes(async () => (await agent.call(dialer.status, {})).status !== 'wrap-up', 0.2);
  await floor.ready(campaignId);
  await floor.start(campaignId);
  expect(await floor.decided(b)).toMatchObject({ why: 'rests' });
  expect(await floor.calls([b])).toEqual([]);
});
