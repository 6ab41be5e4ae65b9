/** Saved views: personal, shared with subordinates, and editable by the owner only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViews } from '../../src/kernel/contract/list-views.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
let lead: Caller;
let otherLead: Caller;
let agent: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as();
  lead = await server.person({ roleType: 'tech_lead' });
  otherLead = await server.person({ roleType: 'tech_lead' });
  agent = await server.person({ roleType: 'agent', reportingTo: lead.id });
});
afterAll(() => server.stop());

const list = 'loans.list';
const late = { words: { sort: '-dpd', clientId: '1' }, arrangement: { widths: { dpd: 120 } } };
const namesOf = async (who: Caller): Promise<string[]> =>
  (await who.call(listViews.all, { list })).map(({ name }) => name);

test('a view stores filters, order and columns, and its owner can change and delete it', async () => {
  const made = await lead.call(listViews.create, { list, name: 'Late', ...late });
  expect(made).toMatchObject({ name: 'Late', ...late, isShared: false, isOwn: true });
  const edited = await lead.call(listViews.edit, { id: made.uId, words: { sort: 'dpd' } });
  expect(edited).toMatchObject({ name: 'Late', words: { sort: 'dpd' }, arrangement: late.arrangement });
  expect(await lead.call(listViews.all, { list })).toEqual([edited]);
  expect(await lead.call(listViews.all, { list: 'payments.list' })).toEqual([]);
  await lead.call(listViews.remove, { id: made.uId });
  expect(await namesOf(lead)).toEqual([]);
});

test('a shared view is offered to subordinates only', async () => {
  const made = await lead.call(listViews.create, { list, name: 'Team', ...late, isShared: true });
  const mine = await lead.call(listViews.create, { list, name: 'Mine', ...late });
  const everyone = await admin.call(listViews.create, { list, name: 'House', ...late, isShared: true });
  expect(await namesOf(lead)).toEqual(['Mine', 'Team', 'House']);
  expect(await namesOf(agent)).toEqual(['House', 'Team']);
  expect(await namesOf(otherLead)).toEqual(['House']);
  const [, seen] = await agent.call(listViews.all, { list });
  expect(seen).toMatchObject({ isOwn: false, isShared: true, by: expect.stringMatching(/^Test /) as string });
  await lead.call(listViews.edit, { id: made.uId, isShared: false });
  expect(await namesOf(agent)).toEqual(['House']);
  for (const { uId } of [made, mine]) await lead.call(listViews.remove, { id: uId });
  await admin.call(listViews.remove, { id: everyone.uId });
});

test('a deactivated user shares no views', async () => {
  const gone = await server.person({ roleType: 'manager' });
  await server.database.run(sql`update users set reporting_to = ${gone.id} where id = ${otherLead.id}`);
  await gone.call(listViews.create, { list, name: 'Gone', ...late, isShared: true });
  expect(await namesOf(otherLead)).toEqual(['Gone']);
  await server.database.run(sql`update users set is_active = false where id = ${gone.id}`);
  expect(await namesOf(otherLead)).toEqual([]);
});

test("another user's view is not found, shared or not, by either key", async () => {
  const made = await lead.call(listViews.create, { list, name: 'Held', ...late, isShared: true });
  for (const who of [agent, admin, otherLead])
    for (const id of [made.uId, String(made.id)]) {
      const edited = await refusal(who.call(listViews.edit, { id, name: 'Taken' }));
      const removed = await refusal(who.call(listViews.remove, { id }));
      expect([edited.body.code, removed.body.code]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    }
  expect(await lead.call(listViews.all, { list })).toEqual([made]);
  await lead.call(listViews.remove, { id: made.uId });
});

test('a view name is unique per user and list, ignoring case', async () => {
  const first = await lead.call(listViews.create, { list, name: 'Early', ...late });
  const second = await lead.call(listViews.create, { list, name: 'Later', ...late });
  const again = await refusal(lead.call(listViews.create, { list, name: ' early', ...late }));
  expect(again.body).toMatchObject({ code: 'TAKEN', fields: [{ path: 'name', fault: 'taken' }] });
  const renamed = await refusal(lead.call(listViews.edit, { id: second.uId, name: 'EARLY' }));
  expect(renamed.body.code).toBe('TAKEN');
  await agent.call(listViews.create, { list, name: 'Early', ...late });
  await lead.call(listViews.create, { list: 'payments.list', name: 'Early', ...late });
  expect(await lead.call(listViews.edit, { id: first.uId, name: 'early' })).toMatchObject({ name: 'early' });
});

test.each([
  ['a list that has no such name', { list: 'loans; drop' }],
  ['words without end', { words: { q: 'x'.repeat(2001) } }],
  ['a column wider than a screen', { arrangement: { widths: { dpd: 5000 } } }],
  ['a name of two lines', { name: 'a\nb' }],
  ['something else of columns', { arrangement: { html: { a: true } } as never }],
])('%s is rejected', async (_, wrong) => {
  const asked = lead.call(listViews.create, { list, name: 'Odd', ...late, ...wrong });
  expect((await refusal(asked)).body.code).toBe('INVALID_INPUT');
});

test('client users have no views', async () => {
  const portal = await server.person({ roleType: 'client', clientId: 1 });
  expect((await refusal(portal.call(listViews.all, { list }))).body.code).toBe('FORBIDDEN');
});
