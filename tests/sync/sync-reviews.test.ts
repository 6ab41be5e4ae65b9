/** Undecidable entries are reviewed by a team leader, complete, and applied as their author or not at all. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { syncReviews } from '../../src/contexts/sync/contract/sync-reviews.ts';
import { sync } from '../../src/contexts/sync/contract/sync.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, refusal } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';
import { addLoan, bootTeam, days, deviceOf, followUp } from './phone.ts';

let server: TestServer;
let lead: Caller;
let otherLead: Caller;
let agent: Caller;
let loanId = 0;
let device: ReturnType<typeof deviceOf>;
beforeAll(async () => {
  ({ server, lead, agent } = await bootTeam());
  otherLead = await server.person({ roleType: 'tech_lead' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  loanId = await addLoan(server, agent.id);
  device = deviceOf(agent);
});

/** An entry recorded a day after the loan became DNC. */
async function heldEntry() {
  await server.database.run(sql`update loans set is_dnc = true where id = ${loanId}`);
  await server.database.run(sql`insert into dnc_numbers (loan_id, mobile, status, updated_at)
    values (${loanId}, '9876543210', 'active', now() - interval '2 days')`);
  const item = await device.item(followUp(loanId, 'call 9876543210 back'), { at: days(-1) });
  await device.send([item]);
  return item;
}
const queue = async (who: Caller) =>
  (await who.call(syncReviews.list, { state: 'open' })).rows.filter((r) => r.loan?.id === loanId);
const entries = () =>
  server.database.rows<{ userId: number; age: number; notices: { code: string }[] }>(sql`
    select user_id as "userId", round(extract(epoch from now() - effective_at) / 3600)::int as age, notices
    from borrower_dispositions where loan_id = ${loanId}`);

test('those above its author see it with its reason, numbers masked; its author sees it and cannot decide it', async () => {
  await heldEntry();
  const [seen] = await queue(lead);
  expect(seen).toMatchObject({
    cmd: 'borrower-dispositions.record',
    authorId: agent.id,
    loan: { id: loanId, isDNC: true },
    disposition: 'Followup',
    reasons: [{ code: 'DNC_BEFORE' }],
    isMine: true,
  });
  expect(seen?.lines).toContainEqual({ field: 'comments', value: 'call XXXXXX3210 back' });
  expect(await queue(otherLead)).toEqual([]);
  const [own] = await queue(agent);
  expect(own?.isMine).toBe(false);
  const id = String(own?.id);
  expect((await refusal(agent.call(syncReviews.accept, { id }))).body.code).toBe('FORBIDDEN');
  expect((await refusal(otherLead.call(syncReviews.accept, { id }))).body.code).toBe('NOT_FOUND');
});

test('leaders of the author are notified of a pending and decided review, and no peers', async () => {
  const lines = await Promise.all([lead, otherLead].map((who) => lineOf(server, who)));
  const [above, beside] = lines;
  const heldNow = { domains: expect.arrayContaining(['sync-reviews']) as string[] };
  await heldEntry();
  expect(await above?.next('stale')).toEqual(heldNow);
  const [seen] = await queue(lead);
  await lead.call(syncReviews.reject, { id: String(seen?.id), note: 'Not now' });
  expect(await above?.next('stale')).toEqual(heldNow);
  // Signals are ordered: other sockets first receive something else.
  const maker = await server.as('create_break');
  await maker.call(breaks.create, { name: 'Tea', duration: '00:15' });
  expect(await beside?.next('stale')).toEqual({ domains: ['breaks'] });
  for (const line of lines) line.close();
});

test('an accepted review is attributed to its author at its time; the phone is notified of its effect', async () => {
  const item = await heldEntry();
  const [{ id } = { id: 0 }] = await queue(lead);
  const done = await lead.call(syncReviews.accept, { id: String(id), note: 'Borrower called us' });
  expect(await entries()).toEqual([{ userId: agent.id, age: 24, notices: [{ code: 'DNC_NOW' }] }]);
  expect(await device.send([item])).toMatchObject([
    { status: 200, isReplay: true, row: { id: done?.effectId }, verdict: 'APPLIED_WITH_NOTICE' },
  ]);
  expect((await refusal(lead.call(syncReviews.accept, { id: String(id) }))).body.code).toBe(
    'CHANGED_MEANWHILE',
  );
  expect((await entries()).length).toBe(1);
});

test('a rejected review is stored with its reason and changes nothing', async () => {
  await heldEntry();
  const [{ id } = { id: 0 }] = await queue(lead);
  await lead.call(syncReviews.reject, { id: String(id), note: 'Was told not to call' });
  const { rows } = await agent.call(syncReviews.list, { state: 'rejected' });
  expect(rows.find((row) => row.id === id)).toMatchObject({ decisionNote: 'Was told not to call' });
  expect(await entries()).toEqual([]);
});

test('a rejected entry is sent to the team leader by its author, once', async () => {
  await server.database.run(sql`update loans set assignee_id = ${lead.id} where id = ${loanId}`);
  await server.database.run(sql`insert into loan_assignments (loan_id, user_id, at)
    values (${loanId}, ${lead.id}, now() - interval '2 days')`);
  const item = await device.item(followUp(loanId), { at: days(-1) });
  expect(await device.send([item])).toMatchObject([{ code: 'NOT_YOURS' }]);
  const sent = { deviceId: device.deviceId, item, code: 'NOT_YOURS', note: 'I was there before it moved' };
  const first = await agent.call(sync.review, sent);
  expect(await agent.call(sync.review, sent)).toEqual(first);
  expect((await refusal(lead.call(sync.review, sent))).body.code).toBe('ACTOR_MISMATCH');
  expect(await device.send([item])).toMatchObject([{ status: 200, isReplay: true, verdict: 'NEEDS_REVIEW' }]);
  const [seen] = await queue(lead);
  expect(seen).toMatchObject({ id: first?.id, note: 'I was there before it moved', isMine: true });
  await lead.call(syncReviews.accept, { id: String(seen?.id) });
  expect((await entries()).map(({ userId }) => userId)).toEqual([agent.id]);
});

test('a discarded entry leaves its reason, once', async () => {
  const { key, cmd, seq } = await device.item(followUp(loanId));
  const told = {
    deviceId: device.deviceId,
    items: [{ key, cmd, seq, reason: 'Written twice', code: 'DATE_IN_PAST', at: days(0).toISOString() }],
  };
  expect(await agent.call(sync.discarded, told)).toEqual({ count: 1 });
  expect(await agent.call(sync.discarded, told)).toEqual({ count: 0 });
});

test('a phone with stuck entries reports them', async () => {
  await agent.call(sync.stuck, { deviceId: device.deviceId, waiting: 3, oldestMinutes: 12, fault: 'server' });
  const said = await server.database.one(
    sql`select facts->>'waiting' as waiting from event where type = 'sync.stuck' and actor_id = ${agent.id}`,
  );
  expect(said).toEqual({ waiting: '3' });
});

test("entries lost by a phone are reported to its author's leaders until acknowledged", async () => {
  const { deviceId } = device;
  const lost = { deviceId, waiting: 2, oldestMinutes: 90, fault: 'EVICTED' };
  await agent.call(sync.stuck, { ...lost, waiting: 1 });
  await agent.call(sync.stuck, lost);
  const told = async (who: Caller) => (await who.call(syncReviews.losses, { isSeen: false })).rows;
  const [row] = await told(lead);
  expect(row).toMatchObject({ authorId: agent.id, fault: 'EVICTED', entries: 2, seenByName: null });
  expect(Math.round((Date.now() - Date.parse(String(row?.since))) / 60_000)).toBe(90);
  expect([await told(lead), await told(otherLead)].map(({ length }) => length)).toEqual([1, 0]);
  const id = String(row?.id);
  expect((await refusal(otherLead.call(syncReviews.lossSeen, { id }))).body.code).toBe('NOT_FOUND');
  expect((await refusal(agent.call(syncReviews.lossSeen, { id }))).body.code).toBe('FORBIDDEN');
  await lead.call(syncReviews.lossSeen, { id });
  expect(await told(lead)).toEqual([]);
  expect((await lead.call(syncReviews.losses, { isSeen: true })).rows).toHaveLength(1);
});

test('an entry of a meanwhile deactivated user is accepted for them', async () => {
  const leaver = await server.person({ roleType: 'agent', reportingTo: lead.id });
  loanId = await addLoan(server, leaver.id);
  device = deviceOf(leaver);
  await heldEntry();
  await server.database.run(sql`update users set is_active = false where id = ${leaver.id}`);
  await server.database.run(sql`update loans set assignee_id = ${lead.id} where id = ${loanId}`);
  const [{ id } = { id: 0 }] = await queue(lead);
  await lead.call(syncReviews.accept, { id: String(id) });
  expect((await entries()).map(({ userId }) => userId)).toEqual([leaver.id]);
});
