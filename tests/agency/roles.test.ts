/** Roles: names, slugs, ranks, parents and removal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { roles, viewsFor } from '../../src/contexts/agency/contract/roles.ts';
import { metaOf } from '../../src/kernel/contract/field.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal, roleTypes } from '../kit.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  admin = await server.as('list_role', 'add_role', 'edit_role', 'list_role_dropdown');
});
afterAll(() => server.stop());

// The bare agency has one role of each type, by rank.
const of = { systemAdmin: 1, admin: 2, manager: 3, techLead: 6, agent: 7, client: 8 };
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const faults = async (call: Promise<unknown>) => (await refusal(call)).body.fields;

test('an admin adds, finds, reads and edits a role', async () => {
  const made = await admin.call(roles.create, {
    name: 'Field Agent',
    roleType: 'agent',
    parentIds: [of.techLead, of.manager],
    description: 'Visits borrowers',
  });
  expect(made).toMatchObject({ name: 'Field Agent', roleType: 'agent', slug: 'field_agent' });
  expect(await admin.call(roles.one, { id: made.uId })).toMatchObject({
    id: made.id,
    parentIds: [of.techLead, of.manager],
  });
  const edited = await admin.call(roles.edit, {
    id: made.uId,
    name: 'Field Officer',
    parentIds: [of.manager],
  });
  // The slug used by other programs is unchanged.
  expect(edited).toMatchObject({ name: 'Field Officer', slug: 'field_agent', parentIds: [of.manager] });
  expect(await admin.call(roles.list, { q: 'field' })).toMatchObject({ count: 1, rows: [{ id: made.id }] });
});

test('roles are sorted by name ignoring case by default', async () => {
  const { rows } = await admin.call(roles.list, {});
  const names = rows.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  const back = await admin.call(roles.list, { sort: '-name' });
  expect(back.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
});

describe('a name', () => {
  test('and a view are needed', async () => {
    const answer = await admin.fetch('/api/role', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: '  ' }),
    });
    expect(await answer.json()).toMatchObject({
      code: 'INVALID_INPUT',
      fields: [
        { path: 'name', fault: 'required' },
        { path: 'roleType', fault: 'required' },
      ],
    });
  });

  test('is unique ignoring case, and the form can check it', async () => {
    await admin.call(roles.create, { name: 'Auditor', roleType: 'supervisor' });
    const { body } = await refusal(admin.call(roles.create, { name: ' AUDITOR ', roleType: 'agent' }));
    expect([body.code, body.fields]).toEqual(['TAKEN', [{ path: 'name', fault: 'taken' }]]);
    const asked = { entity: 'roles', field: 'name', value: 'auditor' };
    expect(await admin.call(options.validate, asked)).toEqual({ exists: true });
  });

  test('that many want at once is one’s, and slugs never meet', async () => {
    const same = await Promise.allSettled(
      Array.from({ length: 6 }, () => admin.call(roles.create, { name: 'Racer', roleType: 'agent' })),
    );
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const alike = await Promise.all(
      ['Night Shift', 'Night-Shift', 'night_shift'].map((name) =>
        admin.call(roles.create, { name, roleType: 'agent' }),
      ),
    );
    expect(alike.map(({ slug }) => slug).toSorted()).toEqual([
      'night_shift',
      'night_shift_2',
      'night_shift_3',
    ]);
  });

  test('never creates the slug that passes every check', async () => {
    await server.database.run(sql`update roles set name = 'Root' where id = ${of.systemAdmin}`);
    const made = await admin.call(roles.create, { name: 'System Admin', roleType: 'manager' });
    expect(made.slug).toBe('system_admin_2');
  });
});

describe('the view', () => {
  test('may be spelled as the specification does', async () => {
    const made = await admin.call(roles.create, { name: 'Lead B', roleType: 'TeamLead' });
    expect(made.roleType).toBe('tech_lead');
    expect(await faults(admin.call(roles.create, { name: 'Lead C', roleType: 'boss' }))).toEqual([
      { path: 'roleType', fault: 'invalid' },
    ]);
  });

  test('never changes, nor does the slug', async () => {
    const { uId } = await admin.call(roles.create, { name: 'Fixed', roleType: 'agent' });
    expect(await faults(admin.call(roles.edit, { id: uId, roleType: 'manager' }))).toEqual([
      { path: 'roleType', fault: 'invalid' },
    ]);
    expect(await admin.call(roles.edit, { id: uId, roleType: 'agent' })).toMatchObject({ roleType: 'agent' });
    expect(await faults(admin.call(roles.edit, { id: uId, slug: 'system_admin' } as never))).toEqual([
      { path: 'slug', fault: 'unknown' },
    ]);
  });
});

describe('parents', () => {
  test.each([
    ['of the same rank', [of.techLead]],
    ['more junior', [of.agent]],
    ['that are not there', [of.manager, 987_654]],
  ])('%s are rejected', async (_, parentIds) => {
    expect(
      await faults(admin.call(roles.create, { name: 'Child', roleType: 'tech_lead', parentIds })),
    ).toEqual([{ path: 'parentIds', fault: 'invalid' }]);
  });

  test('that are offered are strictly more senior', async () => {
    const offered = await admin.call(roles.dropdown, { roleType: 'tech_lead' });
    const types = new Set(offered.map(({ roleType }) => roleType));
    expect(types).toEqual(new Set(['system_admin', 'admin', 'manager', 'supervisor', 'authorized_officer']));
    expect(await admin.call(roles.dropdown, { ids: [of.agent] })).toMatchObject([
      { id: of.agent, name: 'agent' },
    ]);
  });
});

describe('ranks', () => {
  test("roles at or above the editor's rank cannot be created or changed", async () => {
    expect(await code(admin.call(roles.create, { name: 'Twin', roleType: 'admin' }))).toBe('RANK_TOO_HIGH');
    expect(await code(admin.call(roles.create, { name: 'Boss', roleType: 'system_admin' }))).toBe(
      'RANK_TOO_HIGH',
    );
    for (const id of [of.admin, of.systemAdmin])
      expect(await code(admin.call(roles.edit, { id: String(id), description: 'Mine' }))).toBe(
        'RANK_TOO_HIGH',
      );
    const manager = await server.person({ roleType: 'manager', flags: ['add_role', 'edit_role'] });
    expect(await code(manager.call(roles.edit, { id: String(of.manager), name: 'Me' }))).toBe(
      'RANK_TOO_HIGH',
    );
    expect(await manager.call(roles.create, { name: 'Helper', roleType: 'agent' })).toMatchObject({
      slug: 'helper',
    });
  });

  test('not even the system admin changes the system admin’s role', async () => {
    const system = await server.person({ roleType: 'system_admin', flags: ['edit_role'] });
    expect(await code(system.call(roles.edit, { id: '1', name: 'Me' }))).toBe('RANK_TOO_HIGH');
    expect(await code(system.call(roles.remove, { id: '1' }))).toBe('RANK_TOO_HIGH');
  });

  test('assignable roles are below the assigner, and exclude client roles', async () => {
    const types = (await admin.call(roles.given, {})).map(({ roleType }) => roleType);
    expect(types).toContain('manager');
    for (const type of ['system_admin', 'admin', 'client']) expect(types).not.toContain(type);
    expect(await faults(admin.call(roles.create, { name: 'Lender 2', roleType: 'client' }))).toEqual([
      { path: 'roleType', fault: 'invalid' },
    ]);
  });
});

test.each(roleTypes)(
  'as %s the View picker offers what the server accepts, and the document shows it',
  async (own) => {
    const person = await server.person({ roleType: own, flags: ['add_role'] });
    const options = metaOf(roles.create.takes.shape.roleType)?.options ?? [];
    expect(options).not.toContain('client');
    for (const roleType of roleTypes) {
      const name = `View of ${own} ${roleType}`;
      const isMade = await person.call(roles.create, { name, roleType }).then(
        () => true,
        () => false,
      );
      expect([roleType, isMade]).toEqual([roleType, viewsFor({ roleType: own }).includes(roleType)]);
    }
  },
);

describe('a role', () => {
  test('in use is not deleted', async () => {
    const { id, uId } = await admin.call(roles.create, { name: 'Busy', roleType: 'agent' });
    const person = await server.person({ roleType: 'agent' });
    await server.database.run(sql`update users set role_id = ${id} where id = ${person.id}`);
    const { status, body } = await refusal(admin.call(roles.remove, { id: uId }));
    expect([status, body.code]).toEqual([409, 'IN_USE']);
    await server.database.run(sql`update users set role_id = ${of.agent} where id = ${person.id}`);
    await admin.call(roles.remove, { id: uId });
    expect(await code(admin.call(roles.one, { id: uId }))).toBe('NOT_FOUND');
  });

  test('that is deleted is removed as parent', async () => {
    const parent = await admin.call(roles.create, { name: 'Parent', roleType: 'manager' });
    const child = await admin.call(roles.create, {
      name: 'Orphan',
      roleType: 'agent',
      parentIds: [parent.id, of.techLead],
    });
    await admin.call(roles.remove, { id: parent.uId });
    expect((await admin.call(roles.one, { id: child.uId })).parentIds).toEqual([of.techLead]);
  });

  test('is changed only with the permission', async () => {
    const reader = await server.as('list_role');
    expect(await code(reader.call(roles.create, { name: 'No', roleType: 'agent' }))).toBe('FORBIDDEN');
    expect(await code(reader.call(roles.edit, { id: '7', name: 'No' }))).toBe('FORBIDDEN');
    expect(await code(reader.call(roles.remove, { id: '7' }))).toBe('FORBIDDEN');
    expect(await code(reader.call(roles.dropdown, {}))).toBe('FORBIDDEN');
  });
});
