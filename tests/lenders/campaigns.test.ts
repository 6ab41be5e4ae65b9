import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaigns } from '../../src/contexts/lenders/contract/campaigns.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

type Draft = Input<typeof campaigns.create>;
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(
    'list_campaign',
    'add_campaign',
    'edit_campaign',
    'list_campaign_dropdown',
    'list_campaign_user',
  );
});
afterAll(() => server.stop());

let made = 0;
const draft = (more: Partial<Draft> = {}): Draft => ({
  name: `Campaign ${++made}`,
  campaignType: 'predictive',
  maxRatio: 3,
  clientId: 1,
  ...more,
});
const add = (more?: Partial<Draft>) => admin.call(campaigns.create, draft(more));
const agent = async () => (await server.person({ roleType: 'agent' })).id;
const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).body.fields;
const retire = (id: number) => server.database.run(sql`update users set is_active = false where id = ${id}`);

test('an admin adds, finds and edits a campaign; its dialer remains stopped', async () => {
  const people = [await agent(), await agent()];
  const one = await add({ name: 'Early Dues', agents: people });
  expect(one).toMatchObject({
    name: 'Early Dues',
    maxRatio: 3,
    client: { name: 'Asha Microfinance' },
    agents: people,
    isActive: true,
    dialerProcess: { isStarted: false },
  });
  const page = await admin.call(campaigns.list, { q: 'early', isActive: true });
  expect(page).toMatchObject({ count: 1, rows: [{ id: one.id, agents: people }] });
  const edited = await admin.call(campaigns.edit, { id: one.uId, maxRatio: 5, agents: people.slice(1) });
  expect(edited).toMatchObject({ maxRatio: 5, agents: people.slice(1) });
  const details = await admin.call(campaigns.one, { id: String(one.id) });
  expect(details.agentNames).toHaveLength(1);
  expect(await admin.call(campaigns.dropdown, { q: 'early', clientId: 1 })).toEqual([
    { id: one.id, name: 'Early Dues' },
  ]);
  expect(await admin.call(campaigns.dropdown, { q: 'early', clientId: 2 })).toEqual([]);
});

describe('the form’s rules', () => {
  test('dialer settings have defaults and limits, and are stored', async () => {
    const defaults = {
      callerId: null,
      targetAbandon: 2,
      ringSeconds: 25,
      patienceSeconds: 2,
      wrapMaxSeconds: 300,
      agentLeg: 'nailed',
      amd: false,
      record: true,
    };
    expect(await add()).toMatchObject(defaults);
    const own = {
      callerId: '1600123456',
      targetAbandon: 1.7,
      ringSeconds: 40,
      patienceSeconds: 4,
      wrapMaxSeconds: 0,
      agentLeg: 'webrtc',
      amd: true,
      record: false,
    } as const;
    const one = await add(own);
    expect(await admin.call(campaigns.one, { id: one.uId })).toMatchObject(own);
    const wrong = {
      callerId: 'Asha Bank',
      targetAbandon: 3.1,
      ringSeconds: 14,
      patienceSeconds: 0,
      wrapMaxSeconds: 3601,
      agentLeg: 'pigeon' as 'webrtc',
      maxRatio: 11,
    };
    for (const [name, value] of Object.entries(wrong))
      expect((await fieldsOf(add({ [name]: value })))?.map(({ path }) => path)).toEqual([name]);
  });

  test('a lender with 1600-series numbers has campaigns with no other', async () => {
    const lender = (seriesOnly: boolean) =>
      server.database.run(
        sql`update clients set caller_id = '1600000001', series_only = ${seriesOnly} where id = 1`,
      );
    await lender(true);
    expect((await fieldsOf(add({ callerId: '+912261234567' })))?.map(({ path }) => path)).toEqual([
      'callerId',
    ]);
    expect(await add({ callerId: '1600000002' })).toMatchObject({ callerId: '1600000002' });
    expect(await add()).toMatchObject({ callerId: null });
    await lender(false);
    const one = await add({ callerId: '+912261234567' });
    await lender(true);
    // A hidden existing one is unaffected; the campaign's other fields can be changed.
    expect(await admin.call(campaigns.edit, { id: one.uId, maxRatio: 4 })).toMatchObject({ maxRatio: 4 });
    await lender(false);
  });

  test('progressive dials one call for each agent', async () => {
    expect(await add({ campaignType: 'progressive', maxRatio: 4 })).toMatchObject({ maxRatio: 1 });
    const one = await add({ maxRatio: 4 });
    const edited = await admin.call(campaigns.edit, { id: one.uId, campaignType: 'progressive' });
    expect(edited).toMatchObject({ campaignType: 'progressive', maxRatio: 1 });
    expect(await admin.call(campaigns.edit, { id: one.uId, maxRatio: 6 })).toMatchObject({ maxRatio: 1 });
  });

  test('only active agents are assigned to a campaign, at most 100 in the form', async () => {
    const [gone, lead] = [await agent(), (await server.person({ roleType: 'tech_lead' })).id];
    const stays = await agent();
    const one = await add({ agents: [gone, stays] });
    await retire(gone);
    for (const wrong of [lead, 987_654_321])
      expect(await fieldsOf(add({ agents: [wrong] }))).toEqual([{ path: 'agents', fault: 'invalid' }]);
    expect(await fieldsOf(add({ agents: [gone] }))).toEqual([{ path: 'agents', fault: 'invalid' }]);
    // Existing agents do not block other changes.
    const edited = await admin.call(campaigns.edit, { id: one.uId, agents: [gone] });
    expect(edited.agents).toEqual([gone]);
    const many = Array.from({ length: 101 }, (_, i) => i + 1);
    expect(await fieldsOf(add({ agents: many }))).toEqual([{ path: 'agents', fault: 'too_long' }]);
  });

  test('the client must be there and active', async () => {
    expect(await fieldsOf(add({ clientId: 987_654 }))).toEqual([{ path: 'clientId', fault: 'invalid' }]);
  });
});

test('a name is unique whatever its case, and a race has one winner', async () => {
  await add({ name: 'Hard Bucket' });
  expect((await refusal(add({ name: ' HARD bucket ' }))).body.code).toBe('TAKEN');
  const calls = await Promise.allSettled(Array.from({ length: 4 }, () => add({ name: 'Raced' })));
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

describe('the mapping', () => {
  test('adds and removes users, and reports how many', async () => {
    const [one, people] = [await add(), [await agent(), await agent()]];
    const map = (input: { add: boolean; userIds: number[] }) =>
      admin.call(campaigns.map, { campaignId: one.id, ...input });
    expect(await map({ add: true, userIds: people })).toEqual({ changed: 2 });
    expect(await map({ add: true, userIds: people })).toEqual({ changed: 0 });
    const { rows } = await admin.call(campaigns.mapped, { campaignId: one.id });
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(people));
    expect(rows[0]?.campaigns).toEqual([{ id: one.id, name: one.name }]);
    await retire(people[0] ?? 0);
    expect(await map({ add: false, userIds: people })).toEqual({ changed: 2 });
    expect((await admin.call(campaigns.mapped, { campaignId: one.id })).count).toBe(0);
  });

  test('adds none when one of them is not an active agent', async () => {
    const [one, right] = [await add(), await agent()];
    const gone = await agent();
    await retire(gone);
    for (const wrong of [gone, admin.id, 987_654_321]) {
      const call = admin.call(campaigns.map, { add: true, campaignId: one.id, userIds: [right, wrong] });
      expect(await fieldsOf(call)).toEqual([{ path: 'userIds', fault: 'invalid' }]);
    }
    expect((await admin.call(campaigns.one, { id: one.uId })).agents).toEqual([]);
    const nobody = admin.call(campaigns.map, { add: true, campaignId: one.id, userIds: [] });
    expect(await fieldsOf(nobody)).toEqual([{ path: 'userIds', fault: 'required' }]);
    const nowhere = admin.call(campaigns.map, { add: true, campaignId: 987_654, userIds: [right] });
    expect(await fieldsOf(nowhere)).toEqual([{ path: 'campaignId', fault: 'invalid' }]);
  });

  test('adds ten thousand users at once', async () => {
    const one = await add();
    const rows = await server.database.rows<{ id: number }>(sql`
      insert into users (first_name, last_name, email, role_id)
      select 'Agent', n::text, 'crowd' || n || '@recoup.test', 7 from generate_series(1, 10000) n returning id`);
    const userIds = rows.map(({ id }) => id);
    expect(await admin.call(campaigns.map, { add: true, campaignId: one.id, userIds })).toEqual({
      changed: 10_000,
    });
    expect(await admin.call(campaigns.mapped, { campaignId: one.id, size: 5 })).toMatchObject({
      count: 10_000,
    });
    const { agents } = await admin.call(campaigns.one, { id: one.uId });
    expect(agents).toHaveLength(10_000);
    expect(await admin.call(campaigns.map, { add: false, campaignId: one.id, userIds })).toEqual({
      changed: 10_000,
    });
  });

  test('a manager maps and sees only subordinates', async () => {
    const manager = await server.person({ roleType: 'manager', flags: ['list_campaign_user'] });
    const own = await server.person({ roleType: 'agent', reportingTo: manager.id });
    const [one, foreign] = [await add(), await agent()];
    const map = (userIds: number[], isAdded = true) =>
      manager.call(campaigns.map, { add: isAdded, campaignId: one.id, userIds });
    expect(await fieldsOf(map([own.id, foreign]))).toEqual([{ path: 'userIds', fault: 'invalid' }]);
    expect(await map([own.id])).toEqual({ changed: 1 });
    await admin.call(campaigns.map, { add: true, campaignId: one.id, userIds: [foreign] });
    expect(await map([foreign], false)).toEqual({ changed: 0 });
    const { rows } = await manager.call(campaigns.mapped, {});
    expect(rows.map(({ id }) => id)).toEqual([own.id]);
    expect(await own.call(campaigns.mine, {})).toEqual([{ id: one.id, name: one.name }]);
    expect(await manager.call(campaigns.ofUser, { id: String(own.id) })).toHaveLength(1);
    const other = await refusal(manager.call(campaigns.ofUser, { id: String(foreign) }));
    expect(other.body.code).toBe('NOT_FOUND');
  });

  test('the older spelling of its path does the same', async () => {
    const [one, person] = [await add(), await agent()];
    const body = JSON.stringify({ add: true, campaignId: one.id, userIds: [person] });
    const headers = { 'Content-Type': 'application/json' };
    const response = await admin.fetch('/api/User/agentProcessMapping', { method: 'POST', body, headers });
    expect(await response.json()).toMatchObject({ row: { changed: 1 } });
  });
});

test('a read-only user is rejected', async () => {
  const reader = await server.as('list_campaign');
  const one = await add();
  const calls = [
    reader.call(campaigns.create, draft()),
    reader.call(campaigns.edit, { id: one.uId, maxRatio: 2 }),
    reader.call(campaigns.map, { add: true, campaignId: one.id, userIds: [1] }),
    reader.call(campaigns.mapped, {}),
  ];
  for (const { body } of await Promise.all(calls.map(refusal))) expect(body.code).toBe('FORBIDDEN');
});
