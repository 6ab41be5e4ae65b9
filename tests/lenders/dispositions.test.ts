import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dispositionIds, dispositions } from '../../src/contexts/lenders/contract/dispositions.ts';
import type { Input } from '../../src/kernel/contract/endpoint.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';

type Draft = Input<typeof dispositions.create>;
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_dispositions', 'create_dispositions', 'list_disposition_dropdown');
});
afterAll(() => server.stop());

const outcome = (name: string, more: Partial<Draft> = {}) =>
  admin.call(dispositions.create, { type: 'disposition', name, defaultApply: true, ...more });
const sub = (parentId: number, name: string, more: Partial<Draft> = {}) =>
  outcome(name, { type: 'subDisposition', parentId, ...more });
const fieldsOf = async (call: Promise<unknown>) => (await refusal(call)).body.fields;
const namesBelow = async (parentId: number) =>
  (await admin.call(dispositions.one, { id: String(parentId) })).subDisposition.map(({ name }) => name);

test('an admin adds a tree, finds it by a branch and edits it', async () => {
  const dispute = await outcome('Dispute');
  const paid = await sub(dispute.id, 'Already Paid');
  expect(paid).toMatchObject({
    type: 'subDisposition',
    parentId: dispute.id,
    defaultApply: true,
    clientIds: [],
  });
  const page = await admin.call(dispositions.list, { q: 'already' });
  expect(page).toMatchObject({
    count: 1,
    rows: [{ name: 'Dispute', subDisposition: [{ name: 'Already Paid' }] }],
  });
  const edited = await admin.call(dispositions.edit, { id: paid.uId, name: 'Paid Already' });
  expect(edited).toMatchObject({ id: paid.id, name: 'Paid Already', parentId: dispute.id });
  expect(await namesBelow(dispute.id)).toEqual(['Paid Already']);
});

test('the list contains dispositions only, the most important first, new ones last', async () => {
  const made = await outcome('Seen Last');
  const { rows } = await admin.call(dispositions.list, { export: false });
  expect(rows.map(({ type }) => type)).not.toContain('subDisposition');
  expect(rows.slice(0, 4).map(({ name }) => name)).toEqual(['Payment', 'PTP', 'Followup', 'FinalSettlement']);
  expect(rows.at(-1)?.id).toBe(made.id);
  expect((await admin.call(dispositions.list, { sort: 'name' })).rows[0]?.name).not.toBe('Payment');
});

describe('position and visibility', () => {
  test('a sub-disposition needs a parent, and the parent is a disposition', async () => {
    expect(await fieldsOf(outcome('Orphan', { type: 'subDisposition' }))).toEqual([
      { path: 'parentId', fault: 'required' },
    ]);
    const parent = await outcome('Parent');
    const child = await sub(parent.id, 'Child');
    for (const wrong of [child.id, 987_654_321])
      expect(await fieldsOf(sub(wrong, 'Grandchild'))).toEqual([{ path: 'parentId', fault: 'invalid' }]);
  });

  test('without Apply Default it needs clients that exist', async () => {
    expect(await fieldsOf(outcome('For Nobody', { defaultApply: false }))).toEqual([
      { path: 'clientIds', fault: 'required' },
    ]);
    expect(await fieldsOf(outcome('For Nobody', { defaultApply: undefined }))).toHaveLength(1);
    expect(
      await fieldsOf(outcome('For Strangers', { defaultApply: false, clientIds: [1, 987_654] })),
    ).toEqual([{ path: 'clientIds', fault: 'invalid' }]);
    const made = await outcome('For One', { defaultApply: false, clientIds: [2] });
    expect(made).toMatchObject({ defaultApply: false, clientIds: [2] });
    const call = admin.call(dispositions.edit, { id: made.uId, clientIds: [] });
    expect(await fieldsOf(call)).toEqual([{ path: 'clientIds', fault: 'required' }]);
    expect((await admin.call(dispositions.edit, { id: made.uId, clientIds: [1, 2] })).clientIds).toEqual([
      1, 2,
    ]);
    expect(await admin.call(dispositions.edit, { id: made.uId, defaultApply: true })).toMatchObject({
      defaultApply: true,
      clientIds: [],
    });
  });

  test('each client gets its dispositions and common ones, a branch only with its tree', async () => {
    const tree = await outcome('Meeting Missed', { defaultApply: false, clientIds: [1] });
    const branch = await sub(tree.id, 'Out of Village');
    const offered = async (clientId: number) =>
      (await admin.call(dispositions.options, { clientId })).map(({ id }) => id);
    expect(await offered(1)).toEqual(expect.arrayContaining([1, tree.id, branch.id]));
    expect(await offered(2)).not.toContain(tree.id);
    expect(await offered(2)).not.toContain(branch.id);
    const reader = await server.as('list_client');
    const all = await reader.call(dispositions.ofClient, { id: '1' });
    expect(all.find(({ id }) => id === branch.id)).toMatchObject({
      type: 'subDisposition',
      parentId: tree.id,
    });
    expect((await reader.call(dispositions.ofClient, { id: '2' })).map(({ id }) => id)).not.toContain(
      tree.id,
    );
    expect((await refusal(reader.call(dispositions.ofClient, { id: '987654' }))).body.code).toBe('NOT_FOUND');
    await admin.call(dispositions.edit, { id: tree.uId, isActive: false });
    expect(await offered(1)).not.toContain(branch.id);
  });
});

describe('names', () => {
  test('are unique below one parent, whatever their case', async () => {
    const [one, two] = [await outcome('Refused'), await outcome('Ringing')];
    await sub(one.id, 'No Income');
    expect((await refusal(sub(one.id, ' no income '))).body.code).toBe('TAKEN');
    await sub(two.id, 'No Income');
    expect((await refusal(outcome('REFUSED'))).body).toMatchObject({
      code: 'TAKEN',
      message: 'already exists.',
    });
  });

  test('a race for one has one winner', async () => {
    const calls = await Promise.allSettled(Array.from({ length: 4 }, () => outcome('Raced For')));
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await admin.call(dispositions.list, { q: 'raced for' })).count).toBe(1);
  });
});

test('the four named dispositions can be spelled otherwise, and nothing else', async () => {
  const id = String(dispositionIds.PTP);
  expect(await admin.call(dispositions.edit, { id, name: 'Promise to Pay' })).toMatchObject({
    id: 1,
    type: 'disposition',
  });
  for (const change of [
    { name: 'Wrong Number' },
    { isActive: false },
    { type: 'subDisposition' as const, parentId: 2 },
  ])
    expect((await refusal(admin.call(dispositions.edit, { id, ...change }))).body.code).toBe('BUILT_IN');
});

test('a disposition in use retains its kind; an unused one may change it', async () => {
  const [tree, other] = [await outcome('Grows'), await outcome('Stands Alone')];
  await sub(tree.id, 'Leaf');
  const into = { type: 'subDisposition' as const, parentId: dispositionIds.Followup };
  const refused = await refusal(admin.call(dispositions.edit, { id: tree.uId, ...into }));
  expect(refused.body.code).toBe('IN_USE');
  const moved = await admin.call(dispositions.edit, { id: other.uId, ...into });
  expect(moved).toMatchObject({ type: 'subDisposition', parentId: dispositionIds.Followup });
  const back = await admin.call(dispositions.edit, { id: other.uId, type: 'disposition' });
  expect(back).toMatchObject({ type: 'disposition', parentId: null });
});

describe('priorities', () => {
  test('two sub-dispositions of one parent swap positions', async () => {
    const parent = await outcome('Ordered');
    const [a, b, c] = [await sub(parent.id, 'A'), await sub(parent.id, 'B'), await sub(parent.id, 'C')];
    await server.database.run(sql`update dispositions set priority = 7 where parent_id = ${parent.id}`);
    await admin.call(dispositions.swap, { from: a.id, to: c.id });
    expect(await namesBelow(parent.id)).toEqual(['C', 'B', 'A']);
    await admin.call(dispositions.swap, { from: b.id, to: c.id });
    expect(await namesBelow(parent.id)).toEqual(['B', 'C', 'A']);
  });

  test('nothing else does: itself, another parent’s, a disposition, nothing', async () => {
    const [one, two] = [await outcome('First Tree'), await outcome('Second Tree')];
    const [a, b] = [await sub(one.id, 'A'), await sub(two.id, 'B')];
    for (const to of [a.id, b.id, one.id, 987_654])
      expect(await fieldsOf(admin.call(dispositions.swap, { from: a.id, to }))).toEqual([
        { path: 'to', fault: 'invalid' },
      ]);
    for (const from of [one.id, 987_654])
      expect((await refusal(admin.call(dispositions.swap, { from, to: a.id }))).body.code).toBe('NOT_FOUND');
  });
});

test('a read-only user is rejected', async () => {
  const reader = await server.as('list_dispositions');
  const draft = { type: 'disposition', name: 'Not Mine', defaultApply: true } as const;
  const calls = [
    reader.call(dispositions.create, draft),
    reader.call(dispositions.edit, { id: '2', name: 'Follow up' }),
    reader.call(dispositions.swap, { from: 100, to: 101 }),
    reader.call(dispositions.dropdown, {}),
  ] as Promise<unknown>[];
  for (const { body } of await Promise.all(calls.map(refusal))) expect(body.code).toBe('FORBIDDEN');
  expect((await reader.call(dispositions.list, { q: 'not mine' })).count).toBe(0);
});

test('the dropdown offers active dispositions to be a parent', async () => {
  const [gone, kept] = [await outcome('Choice Gone'), await outcome('Choice Kept')];
  await sub(kept.id, 'Choice Below');
  await admin.call(dispositions.edit, { id: gone.uId, isActive: false });
  expect(await admin.call(dispositions.dropdown, { q: 'choice' })).toEqual([
    { id: kept.id, name: 'Choice Kept' },
  ]);
  const { rows } = await admin.call(dispositions.list, { isActive: false });
  expect(rows.map(({ name }) => name)).toContain('Choice Gone');
});
