/** Users master: permissions to see, add, change and deactivate, and required fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { options } from '../../src/contexts/lenders/contract/options.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { users } from '../../src/contexts/agency/contract/users.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { type Caller, type TestServer, boot, refusal } from '../kit.ts';
import { lineOf } from '../matrix/socket.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await boot();
  await server.database.run(sql`insert into centers (id, name) values (1, 'Pune Centre')`);
  admin = await server.as('list_user', 'add_user', 'edit_user', 'export_user');
});
afterAll(() => server.stop());

const of = { systemAdmin: 1, admin: 2, manager: 3, techLead: 6, agent: 7, client: 8 };
let made = 0;
/** A new agent's draft; every one has another address and extension. */
const draft = (more: object = {}) => {
  made += 1;
  return {
    firstName: 'Asha',
    lastName: `Rao ${made}`,
    email: `asha${made}@agency.test`,
    roleId: of.agent,
    extensionNumber: 3000 + made,
    dob: '1994-05-17',
    userType: 'internal' as const,
    ...more,
  };
};
const code = async (call: Promise<unknown>): Promise<string> => (await refusal(call)).body.code;
const faults = async (call: Promise<unknown>) => (await refusal(call)).body.fields;
const eventsOf = (id: number) =>
  server.database.rows<{ type: string; facts: unknown }>(
    sql`select type, facts from event where domain = 'users' and entity_id = ${id} order by id`,
  );

describe('an admin', () => {
  test('adds a user with everything, reads and finds them', async () => {
    const lead = await server.person({ roleType: 'tech_lead' });
    const person = await admin.call(
      users.create,
      draft({ firstName: 'Meera', doj: '2024-01-02', centerId: 1, reportingTo: lead.id, target: 250_000.5 }),
    );
    const now = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
    const target = { amount: 250_000.5, month: Number(now.slice(5, 7)), year: Number(now.slice(0, 4)) };
    expect(await admin.call(users.one, { id: person.uId })).toMatchObject({
      id: person.id,
      firstName: 'Meera',
      name: `Meera Rao ${made}`,
      userName: `asha${made}@agency.test`,
      roleName: 'agent',
      roleType: 'agent',
      slug: 'agent',
      centerName: 'Pune Centre',
      reportingTo: lead.id,
      isActive: true,
      isInvited: true,
      target: 250_000.5,
      targets: [target],
      userTarget: [target],
    });
    const found = await admin.call(users.list, { q: 'meera', isActive: true });
    expect(found).toMatchObject({ count: 1, rows: [{ id: person.id, extensionNumber: 3000 + made }] });
    expect(await admin.call(users.agentTarget, { id: person.id })).toEqual(target);
  });

  test('updates only sent fields, and rejects a concurrent edit', async () => {
    const person = await admin.call(users.create, draft({ target: 100 }));
    const edited = await admin.call(users.edit, {
      id: person.uId,
      lastName: 'Iyer',
      updatedAt: person.updatedAt,
    });
    expect(edited).toMatchObject({ firstName: 'Asha', lastName: 'Iyer', target: 100, dob: '1994-05-17' });
    const late = admin.call(users.edit, { id: person.uId, lastName: 'Nair', updatedAt: person.updatedAt });
    expect(await code(late)).toBe('CHANGED_MEANWHILE');
    expect((await admin.call(users.edit, { id: person.uId, target: null })).targets).toEqual([]);
  });

  test('sets a target as a single value of this month only', async () => {
    const person = await admin.call(users.create, draft());
    const now = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
    const entry = { amount: 5000, month: Number(now.slice(5, 7)), year: Number(now.slice(0, 4)) };
    const edited = await admin.call(users.edit, { id: person.uId, targets: [entry] });
    expect([edited.target, edited.userTarget]).toEqual([5000, [entry]]);
    const other = admin.call(users.edit, { id: person.uId, targets: [{ ...entry, year: entry.year - 1 }] });
    expect(await faults(other)).toEqual([{ path: 'targets', fault: 'invalid' }]);
  });

  test('sorts by every column, both ways', async () => {
    for (const sort of ['name', 'email', 'roleName', 'extensionNumber'] as const) {
      const { rows } = await admin.call(users.list, { sort });
      const back = await admin.call(users.list, { sort: `-${sort}` });
      expect(back.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
      const values = rows.map((row) => row[sort]).filter((value) => value !== null);
      const lower = values.map((value) => (typeof value === 'string' ? value.toLowerCase() : value));
      expect(lower).toEqual([...lower].sort((a, b) => ((a ?? '') < (b ?? '') ? -1 : 1)));
    }
  });
});

describe('a record', () => {
  test.each([
    ['no name', { firstName: ' ' }, 'firstName', 'required'],
    ['no birth date', { dob: undefined }, 'dob', 'required'],
    ['a birth date that is none', { dob: '1994-02-31' }, 'dob', 'invalid'],
    ['an address that is none', { email: 'asha' }, 'email', 'invalid'],
    ['a role that is none', { roleId: 987_654 }, 'roleId', 'invalid'],
    ['a kind of user that is none', { userType: 'robot' }, 'userType', 'invalid'],
    ['an agent without an extension', { extensionNumber: null }, 'extensionNumber', 'required'],
    ['a lender’s role', { roleId: of.client }, 'roleId', 'invalid'],
    ['a leader who is not there', { reportingTo: 987_654 }, 'reportingTo', 'invalid'],
    ['a target below nothing', { target: -1 }, 'target', 'too_small'],
    ['a password', { password: 'chosen by the admin' }, 'password', 'unknown'],
  ])('with %s is rejected', async (_, wrong, path, fault) => {
    expect(await faults(admin.call(users.create, draft(wrong) as never))).toEqual([{ path, fault }]);
  });

  test('with a future birth date is rejected', async () => {
    const tomorrow = new Date(Date.now() + 30 * 3_600_000).toISOString().slice(0, 10);
    const { body } = await refusal(admin.call(users.create, draft({ dob: tomorrow })));
    expect([body.code, body.fields]).toEqual(['DATE_IN_FUTURE', [{ path: 'dob', fault: 'invalid' }]]);
  });

  test('needs an extension only for agents', async () => {
    const lead = await admin.call(users.create, draft({ roleId: of.techLead, extensionNumber: null }));
    expect(lead.extensionNumber).toBeNull();
    expect(await faults(admin.call(users.edit, { id: lead.uId, roleId: of.agent }))).toEqual([
      { path: 'extensionNumber', fault: 'required' },
    ]);
    const agent = await admin.call(users.edit, { id: lead.uId, roleId: of.agent, extensionNumber: 3900 });
    expect(agent).toMatchObject({ roleType: 'agent', extensionNumber: 3900 });
  });

  test('has a unique address ignoring case, and the form can check it', async () => {
    const { email } = await admin.call(users.create, draft());
    expect(await code(admin.call(users.create, draft({ email: ` ${email.toUpperCase()}` })))).toBe('TAKEN');
    expect(await admin.call(options.validate, { entity: 'users', field: 'email', value: email })).toEqual({
      exists: true,
    });
    const racers = Array.from({ length: 5 }, () =>
      admin.call(users.create, draft({ email: 'race@agency.test' })),
    );
    const results = await Promise.allSettled(racers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('preserves its slug', async () => {
    const person = await admin.call(users.create, draft());
    const sent = admin.call(users.edit, { id: person.uId, slug: 'system_admin' } as never);
    expect(await faults(sent)).toEqual([{ path: 'slug', fault: 'unknown' }]);
  });
});

describe('an extension', () => {
  const may = () => server.as('list_user_extension_dropdown');
  test('is offered while no active user has it', async () => {
    const { extensionNumber } = await admin.call(users.create, draft());
    const picker = await may();
    const offered = await picker.call(users.extensions, { q: '30' });
    expect(offered.length).toBeGreaterThan(0);
    expect(offered.every(({ name }) => name.startsWith('30'))).toBe(true);
    expect(offered.map(({ id }) => id)).not.toContain(extensionNumber);
    // A selected one is returned although in use.
    expect(await picker.call(users.extensions, { ids: [extensionNumber as number] })).toHaveLength(1);
  });

  test('belongs to one active agent', async () => {
    const first = await admin.call(users.create, draft());
    const twin = draft({ extensionNumber: first.extensionNumber });
    const { body } = await refusal(admin.call(users.create, twin));
    expect([body.code, body.fields]).toEqual(['TAKEN', [{ path: 'extensionNumber', fault: 'taken' }]]);
    expect(await faults(admin.call(users.edit, { id: first.uId, extensionNumber: 3999 }))).toEqual([
      { path: 'extensionNumber', fault: 'invalid' },
    ]);
    const gone = await admin.call(users.edit, { id: first.uId, isActive: false });
    expect(gone).toMatchObject({ isActive: false, extensionNumber: null });
    expect((await admin.call(users.create, twin)).extensionNumber).toBe(first.extensionNumber);
    // A reactivated user gets another one.
    expect(await faults(admin.call(users.edit, { id: first.uId, isActive: true }))).toEqual([
      { path: 'extensionNumber', fault: 'required' },
    ]);
    const back = await admin.call(users.edit, { id: first.uId, isActive: true, extensionNumber: 3998 });
    expect(back).toMatchObject({ isActive: true, extensionNumber: 3998 });
  });
});

describe('ranks', () => {
  test("ranks at or above the editor's cannot be added, changed or deactivated", async () => {
    for (const roleId of [of.admin, of.systemAdmin])
      expect(await code(admin.call(users.create, draft({ roleId })))).toBe('RANK_TOO_HIGH');
    const [peer, boss] = [await server.as(), await server.person({ roleType: 'system_admin' })];
    for (const { id } of [peer, boss]) {
      expect(await code(admin.call(users.edit, { id: String(id), firstName: 'Mine' }))).toBe('RANK_TOO_HIGH');
      expect(await code(admin.call(users.edit, { id: String(id), isActive: false }))).toBe('RANK_TOO_HIGH');
      expect(await code(admin.call(users.remove, { id: String(id) }))).toBe('RANK_TOO_HIGH');
      expect(await code(admin.call(users.invite, { id: String(id) }))).toBe('RANK_TOO_HIGH');
    }
    const agent = await admin.call(users.create, draft());
    expect(await code(admin.call(users.edit, { id: agent.uId, roleId: of.admin }))).toBe('RANK_TOO_HIGH');
  });

  test('users cannot deactivate, promote or transfer themselves', async () => {
    const { status, body } = await refusal(admin.call(users.edit, { id: String(admin.id), isActive: false }));
    expect([status, body.code, body.message]).toEqual([
      422,
      'OWN_ACCOUNT',
      'You cannot deactivate your own account.',
    ]);
    expect(await code(admin.call(users.remove, { id: String(admin.id) }))).toBe('OWN_ACCOUNT');
    expect(await code(admin.call(users.edit, { id: String(admin.id), roleId: of.systemAdmin }))).toBe(
      'RANK_TOO_HIGH',
    );
    expect(await code(admin.call(users.edit, { id: String(admin.id), reportingTo: admin.id }))).toBe(
      'RANK_TOO_HIGH',
    );
  });
});

describe('a leader', () => {
  test('is offered when active and more senior than the role', async () => {
    const picker = await server.as('list_reporting_user_dropdown');
    const [manager, lead, agent] = [
      await server.person({ roleType: 'manager' }),
      await server.person({ roleType: 'tech_lead' }),
      await server.person({ roleType: 'agent' }),
    ];
    const offered = async (roleId: number) =>
      (await picker.call(users.leaders, { roleId: String(roleId) })).map(({ id }) => id);
    expect(await offered(of.agent)).toEqual(expect.arrayContaining([manager.id, lead.id]));
    expect(await offered(of.agent)).not.toContain(agent.id);
    expect(await offered(of.techLead)).not.toContain(lead.id);
    await server.database.run(sql`update users set is_active = false where id = ${manager.id}`);
    expect(await offered(of.techLead)).not.toContain(manager.id);
  });

  test('is never junior, nor inactive', async () => {
    const [agent, gone] = [
      await server.person({ roleType: 'agent' }),
      await server.person({ roleType: 'manager' }),
    ];
    await server.database.run(sql`update users set is_active = false where id = ${gone.id}`);
    for (const leader of [agent, gone]) {
      const sent = draft({ roleId: of.techLead, reportingTo: leader.id });
      expect(await faults(admin.call(users.create, sent))).toEqual([
        { path: 'reportingTo', fault: 'invalid' },
      ]);
    }
  });

  test('is removed by sending none', async () => {
    const lead = await server.person({ roleType: 'tech_lead' });
    const person = await admin.call(users.create, draft({ reportingTo: lead.id }));
    expect(person.reportingRole).toMatch(/^Role /);
    const edited = await admin.call(users.edit, { id: person.uId, reportingTo: null, reportingRole: null });
    expect([edited.reportingTo, edited.reportingRole, edited.leaderName]).toEqual([null, null, null]);
  });
});

describe('a lead with the right flags', () => {
  const lead = () =>
    server.person({
      roleType: 'tech_lead',
      flags: ['list_user', 'add_user', 'edit_user', 'list_user_dropdown'],
    });
  test('sees, totals and changes only subordinates', async () => {
    const [own, other] = [await lead(), await lead()];
    const mine = await own.call(users.create, draft({ reportingTo: own.id }));
    const page = await own.call(users.list, {});
    expect([page.count, new Set(page.rows.map(({ id }) => id))]).toEqual([2, new Set([own.id, mine.id])]);
    for (const call of [
      () => other.call(users.one, { id: mine.uId }),
      () => other.call(users.edit, { id: mine.uId, firstName: 'Stolen' }),
      () => other.call(users.remove, { id: mine.uId }),
      () => other.call(users.invite, { id: mine.uId }),
      () => other.call(users.below, { id: String(own.id) }),
      () => other.call(users.agentTarget, { id: mine.id }),
    ])
      expect(await code(call())).toBe('NOT_FOUND');
    expect((await own.call(users.below, { id: String(own.id) })).map(({ id }) => id)).toEqual([mine.id]);
    expect(await own.call(users.all, {})).toHaveLength(2);
  });

  test('cannot lose one of them', async () => {
    const own = await lead();
    const mine = await own.call(users.create, draft({ reportingTo: own.id }));
    const lost = [{ path: 'reportingTo', fault: 'required' }];
    expect(await faults(own.call(users.edit, { id: mine.uId, reportingTo: null }))).toEqual(lost);
    expect(await faults(own.call(users.create, draft()))).toEqual(lost);
  });
});

describe('deactivation', () => {
  test('closes all sessions and sockets of that user only', async () => {
    const { id } = await server.person({ roleType: 'agent' });
    const [phone, office, other] = [
      await server.signIn(id),
      await server.signIn(id),
      await server.person({ roleType: 'agent' }),
    ];
    const [line, foreign] = [await lineOf(server, phone), await lineOf(server, other)];
    await admin.call(users.edit, { id: String(id), isActive: false });
    for (const one of [phone, office]) expect((await refusal(one.call(session.access, {}))).status).toBe(401);
    expect(await line.closed()).toBe(true);
    expect(foreign.socket.connected).toBe(true);
    foreign.close();
    expect(await server.database.rows(sql`select 1 as ok from session where user_id = ${id}`)).toEqual([]);
    // Reactivation does not restore old sessions.
    await admin.call(users.edit, { id: String(id), isActive: true, extensionNumber: 3997 });
    expect((await refusal(phone.call(session.access, {}))).status).toBe(401);
  });

  test('is the meaning of deletion; the user remains in every history', async () => {
    const person = await admin.call(users.create, draft());
    await admin.call(users.remove, { id: person.uId });
    expect(await admin.call(users.one, { id: person.uId })).toMatchObject({ isActive: false });
    expect((await admin.call(users.list, { q: person.email, isActive: true })).count).toBe(0);
    expect((await admin.call(users.list, { q: person.email, isActive: false })).count).toBe(1);
  });
});

describe('an invitation', () => {
  const letters = async (email: string): Promise<number> =>
    (await server.database.rows(sql`select 1 as ok from mailbox where recipient = ${email}`)).length;
  test('is sent again until a password is chosen', async () => {
    const person = await admin.call(users.create, draft());
    await expect.poll(() => letters(person.email)).toBe(1);
    await admin.call(users.invite, { id: person.uId });
    await expect.poll(() => letters(person.email)).toBe(2);
    await server.database.run(sql`update users set password_hash = 'x' where id = ${person.id}`);
    expect(await code(admin.call(users.invite, { id: person.uId }))).toBe('HAS_PASSWORD');
  });
  test('is rejected with the reason where no mail server is configured', async () => {
    const production = await boot({ env: { RECOUP_MODE: 'production' } });
    const invited = await production.person({ roleType: 'agent' });
    await production.database.run(sql`update users set password_hash = null where id = ${invited.id}`);
    const chief = await production.person({ roleType: 'admin', flags: ['add_user'] });
    expect(await code(chief.call(users.invite, { id: String(invited.id) }))).toBe('NO_MAIL_SERVER');
    await production.stop();
  });
});

test('events contain changes and sign-in address, but no names', async () => {
  const person = await admin.call(users.create, draft());
  await admin.call(users.edit, {
    id: person.uId,
    email: 'canary@agency.test',
    lastName: 'Canary',
    userType: 'external',
  });
  const events = await eventsOf(person.id);
  expect(events.map(({ type }) => type)).toEqual(['users.created', 'users.updated']);
  expect(events[1]?.facts).toEqual({
    before: { email: person.email, lastName: '•', userType: 'internal' },
    after: { email: 'canary@agency.test', lastName: '•', userType: 'external' },
  });
});

describe('pickers', () => {
  test('offer role types, users of a campaign, or agents only', async () => {
    await server.database.run(
      sql`insert into campaigns (id, name, campaign_type, max_ratio, client_id) values (1, 'Calls', 'predictive', 3, 1)`,
    );
    const picker = await server.as('list_user_dropdown');
    const [agent, lead] = [
      await server.person({ roleType: 'agent' }),
      await server.person({ roleType: 'tech_lead' }),
    ];
    await server.database.run(sql`insert into campaign_agents values (1, ${agent.id}), (1, ${lead.id})`);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
    expect(idsOf(await picker.call(users.dropdown, { campaignId: 1 }))).toEqual(idsOf([agent, lead]));
    expect(idsOf(await picker.call(users.dropdown, { campaignId: 1, type: 'agent' }))).toEqual([agent.id]);
    expect(idsOf(await picker.call(users.dropdown, { campaignId: 1, type: 'TeamLead,manager' }))).toEqual([
      lead.id,
    ]);
    expect(await faults(picker.call(users.dropdown, { type: 'robot' }))).toEqual([
      { path: 'type', fault: 'invalid' },
    ]);
    const agents = await picker.call(users.agents, {});
    expect(agents.map(({ id }) => id)).toContain(agent.id);
    expect(agents.map(({ id }) => id)).not.toContain(lead.id);
  });

  test('check whether an address or an extension is in use', async () => {
    const { email, extensionNumber } = await admin.call(users.create, draft());
    const asked = (n: string) => admin.call(users.checkDuplicate, { n });
    expect(await asked(email.toUpperCase())).toEqual({ exists: true });
    expect(await asked(String(extensionNumber))).toEqual({ exists: true });
    expect(await asked('nobody@agency.test')).toEqual({ exists: false });
  });
});

describe('the list as a file', () => {
  const fileOf = async (who: Caller, query = '') => {
    const answer = await who.fetch(`/api/user?export=true${query}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
    };
  };
  test('contains the search results, with escaped formulas, and records an event', async () => {
    await admin.call(
      users.create,
      draft({ firstName: '=HYPERLINK("http://evil")', lastName: 'Zeta', target: 1250.5 }),
    );
    await admin.call(
      users.create,
      draft({ firstName: ' +cmd', lastName: 'Zeta', email: '-zeta@agency.test' }),
    );
    const { status, type, text } = await fileOf(admin, '&q=zeta&sort=-name');
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFF"Name","User Name","Role","Extension","User Type","Date Of Joining","Center","Reporting To","Reporting Role","Target","Active"',
    );
    expect(lines).toHaveLength(3);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"") Zeta"`);
    expect(text).toContain(`"'+cmd Zeta","'-zeta@agency.test"`);
    expect(text).toContain(',1250.50,');
    const [event] = await server.database.rows<{ facts: unknown }>(
      sql`select facts from event where type = 'users.exported'`,
    );
    expect(event?.facts).toEqual({ rows: 2 });
  });

  test('requires the export permission, and covers subordinates only', async () => {
    const reader = await server.as('list_user');
    expect((await fileOf(reader)).status).toBe(403);
    const lead = await server.person({ roleType: 'tech_lead', flags: ['list_user', 'export_user'] });
    expect((await fileOf(lead)).text.trimEnd().split('\r\n')).toHaveLength(2);
  });
});

test('the older spellings lead to the same', async () => {
  const person = await admin.call(users.create, draft());
  const send = (method: string, path: string, body?: object) =>
    admin.fetch(`/api${path}`, {
      method,
      ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
  const put = await send('PUT', `/User/updateUser/${person.id}`, { firstName: 'Older' });
  expect(await put.json()).toMatchObject({ statusCode: 200, row: { firstName: 'Older' } });
  expect((await send('DELETE', `/User/deleteUser/${person.id}`)).status).toBe(200);
  expect((await admin.call(users.one, { id: person.uId })).isActive).toBe(false);
});
