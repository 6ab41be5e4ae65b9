/** Flags of a role: who may grant them, and when they apply. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { type Flag, flags } from '../../src/kernel/contract/flags.ts';
import { permissionId } from '../../src/contexts/agency/contract/permission-ids.ts';
import { permissions } from '../../src/contexts/agency/contract/roles.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { loans } from '../../src/contexts/loans/contract/loans.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';

let server: TestServer;
let admin: Caller;
const own = [
  'list_permissions',
  'create_permissions',
  'delete_permissions',
  'list_break',
  'create_break',
] as const;
beforeAll(async () => {
  server = await boot();
  admin = await server.as(...own);
});
afterAll(() => server.stop());

const manager = 3;
const ids = (...names: Flag[]): number[] => names.map(permissionId);
const roleIdOf = async (person: Caller): Promise<number> =>
  (await server.database.one<{ id: number }>(sql`select role_id as id from users where id = ${person.id}`))
    ?.id ?? 0;
const heldBy = async (roleId: number): Promise<string[]> =>
  (await admin.call(permissions.ofRole, { roleId: String(roleId) })).map(({ name }) => name);
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;

describe('lists the grantable permissions', () => {
  test('is every flag, in its module, with a unique number', async () => {
    const modules = await admin.call(permissions.byModule, {});
    const all = modules.flatMap((module) => module.permissions);
    expect(all.map(({ name }) => name).toSorted()).toEqual([...flags].toSorted());
    for (const module of modules)
      for (const permission of module.permissions)
        expect(permission).toEqual({
          id: permissionId(permission.name as Flag),
          name: permission.name,
          moduleId: module.id,
          views: expect.arrayContaining([expect.any(String)]),
        });
    expect((await admin.call(permissions.modules, {})).map(({ id }) => id)).toEqual(
      modules.map(({ id }) => id),
    );
  });
});

test('permissions name the Views they change something for, and for others nothing changes', async () => {
  const all = (await admin.call(permissions.byModule, {})).flatMap((module) => module.permissions);
  const viewsOf = (flag: Flag) => all.find(({ name }) => name === flag)?.views;
  expect(viewsOf('view_borrower_profile')).toEqual(['system_admin', 'admin']);
  expect(viewsOf('add_borrower_tag')).toContain('agent');
  expect(viewsOf('list_role')).not.toContain('agent');
  const agent = await server.person({ roleType: 'agent' });
  const loan = await server.database.one<{ id: number }>(sql`
    with b as (insert into borrowers (client_id, name) values (1, 'Of an agent') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, assignee_id)
    select 1, 1, id, 'OF-AN-AGENT', ${agent.id} from b returning id`);
  const id = String(loan?.id);
  const [bare, other] = [
    await server.person({ roleType: 'admin' }),
    await server.as('view_borrower_profile'),
  ];
  expect(await agent.call(loans.one, { id })).toMatchObject({ id: loan?.id });
  expect(await code(bare.call(loans.one, { id }))).toBe('FORBIDDEN');
  expect(await other.call(loans.one, { id })).toMatchObject({ id: loan?.id });
});

describe('permissions', () => {
  test('are attached and detached, one or many at once, again without harm', async () => {
    const attached = await admin.call(permissions.attach, {
      roleId: manager,
      permissionIds: ids('list_break', 'create_break'),
    });
    expect(attached).toEqual({ roleId: manager, permissionIds: ids('create_break', 'list_break') });
    await admin.call(permissions.attach, { roleId: manager, permissionIds: ids('list_break') });
    expect(await heldBy(manager)).toEqual(['create_break', 'list_break']);
    await admin.call(permissions.detach, {
      roleId: manager,
      permissionIds: ids('create_break', 'list_permissions'),
    });
    expect(await heldBy(manager)).toEqual(['list_break']);
    await admin.call(permissions.detach, { roleId: manager, permissionIds: ids('list_break') });
    expect(await heldBy(manager)).toEqual([]);
  });

  test('changed by two admins at once are all stored', async () => {
    await Promise.all(
      own.map((flag) => admin.call(permissions.attach, { roleId: manager, permissionIds: ids(flag) })),
    );
    expect(await heldBy(manager)).toEqual(own.toSorted());
    await admin.call(permissions.detach, { roleId: manager, permissionIds: ids(...own) });
  });

  test('with an unknown flag or role are rejected', async () => {
    const { body } = await refusal(admin.call(permissions.attach, { roleId: manager, permissionIds: [1] }));
    expect([body.code, body.fields]).toEqual([
      'INVALID_INPUT',
      [{ path: 'permissionIds', fault: 'invalid' }],
    ]);
    expect(
      await code(admin.call(permissions.attach, { roleId: 987_654, permissionIds: ids('list_break') })),
    ).toBe('NOT_FOUND');
    expect(await code(admin.call(permissions.ofRole, { roleId: '987654' }))).toBe('NOT_FOUND');
  });

  test('are granted and revoked only with the permission', async () => {
    const reader = await server.as('list_permissions', 'list_break');
    const input = { roleId: manager, permissionIds: ids('list_break') };
    expect(await code(reader.call(permissions.attach, input))).toBe('FORBIDDEN');
    expect(await code(reader.call(permissions.detach, input))).toBe('FORBIDDEN');
    const stranger = await server.as();
    expect(await code(stranger.call(permissions.ofRole, { roleId: '3' }))).toBe('FORBIDDEN');
    expect(await heldBy(manager)).toEqual([]);
  });

  test('not held cannot be granted, but can be revoked', async () => {
    const input = { roleId: manager, permissionIds: ids('list_break', 'add_user') };
    const { status, body } = await refusal(admin.call(permissions.attach, input));
    expect([status, body.code, body.message]).toEqual([
      422,
      'NOT_HELD',
      'You can only give permissions that you hold yourself.',
    ]);
    expect(await heldBy(manager)).toEqual([]);
    await server.database.run(sql`update roles set flags = '{add_user}' where id = ${manager}`);
    await admin.call(permissions.detach, { roleId: manager, permissionIds: ids('add_user') });
    expect(await heldBy(manager)).toEqual([]);
  });

  test("of a role at or above the editor's rank are unchanged", async () => {
    const input = { permissionIds: ids('list_break') };
    for (const roleId of [1, 2, await roleIdOf(admin)]) {
      expect(await code(admin.call(permissions.attach, { ...input, roleId }))).toBe('RANK_TOO_HIGH');
      expect(await code(admin.call(permissions.detach, { ...input, roleId }))).toBe('RANK_TOO_HIGH');
    }
  });

  test('of the system admin are complete, and all grantable', async () => {
    await server.database.run(
      sql`insert into users (id, first_name, last_name, email, role_id) values (500, 'S', 'A', 'sa@recoup.test', 1)`,
    );
    const system = await server.signIn(500);
    expect(await system.call(permissions.ofRole, { roleId: '1' })).toHaveLength(flags.length);
    await system.call(permissions.attach, { roleId: 2, permissionIds: flags.map(permissionId) });
    expect(await heldBy(2)).toHaveLength(flags.length);
  });
});

describe('a change', () => {
  test('applies to the next request, both ways', async () => {
    const person = await server.person({ roleType: 'manager' });
    const roleId = await roleIdOf(person);
    expect(await code(person.call(breaks.list, {}))).toBe('FORBIDDEN');
    await admin.call(permissions.attach, { roleId, permissionIds: ids('list_break') });
    await person.call(breaks.list, {});
    expect((await person.call(session.access, {})).permissions).toEqual(['list_break']);
    await admin.call(permissions.detach, { roleId, permissionIds: ids('list_break') });
    expect(await code(person.call(breaks.list, {}))).toBe('FORBIDDEN');
  });

  test('reaches the open sockets of that role within five seconds, and no others', async () => {
    const [person, other] = [
      await server.person({ roleType: 'manager' }),
      await server.person({ roleType: 'manager' }),
    ];
    const [line, foreign] = [await lineOf(server, person), await lineOf(server, other)];
    await admin.call(permissions.attach, {
      roleId: await roleIdOf(person),
      permissionIds: ids('list_break'),
    });
    await line.next('access-changed');
    expect(foreign.heard.map(({ name }) => name)).not.toContain('access-changed');
    line.close();
    foreign.close();
  });
});
