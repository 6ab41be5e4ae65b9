/** The link of the first administrator: printed by a command, and again until a password was chosen. */
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { session } from '../../src/kernel/contract/session.ts';
import { addressOf } from '../agencies/kit.ts';
import { type TestServer, boot, refusal } from '../kit.ts';

let server: TestServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.stop());

const email = 'first@agency.in';
const password = 'a long sentence of mine 2026';
function create(...given: string[]): { said: string; code: number | null; token: string } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['src/tools/admin-create.ts', '--email', ...given],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: addressOf(inject('postgres'), server.databaseName),
        DATA_DIR: server.folder,
      },
    },
  );
  const said = `${stdout}${stderr}`;
  return { said, code: status, token: decodeURIComponent(/token=(\S+)/.exec(said)?.[1] ?? '') };
}
const choose = (token: string) => server.anonymous.call(session.setPassword, { token, password });

test('the link is printed again until a password was chosen, each voids the one before', async () => {
  const first = create(email, '--name', 'First Admin');
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Made the system administrator') });
  const second = create(email);
  expect(second).toMatchObject({ code: 0, said: expect.stringContaining('has not chosen a password yet') });
  const third = create(email.toUpperCase(), '--name', 'First Admin');
  expect(third.code).toBe(0);
  for (const { token } of [first, second])
    expect((await refusal(choose(token))).body.code).toBe('LINK_EXPIRED');
  await choose(third.token);
  expect(create(email, '--name', 'First Admin')).toMatchObject({
    code: 1,
    token: '',
    said: expect.stringMatching(/has chosen a password already.*Forgot password/),
  });
  const made = sql`select count(*)::int as n from users where lower(email) = ${email}`;
  expect(await server.database.one(made)).toEqual({ n: 1 });
});

test('an unknown e-mail needs a name, and an inactive user gets no link', async () => {
  expect(create('nobody@agency.in')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Use: npm run admin:create'),
  });
  const { id } = await server.person({ roleType: 'agent' });
  await server.database.run(
    sql`update users set is_active = false, email = 'gone@agency.in' where id = ${id}`,
  );
  expect(create('gone@agency.in')).toMatchObject({ code: 1, said: expect.stringContaining('inactive') });
});
