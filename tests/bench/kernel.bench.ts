/** An empty list through the whole kernel (session, permission, parse, transaction, whitelist) against a bare route. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { hashOf } from '../../src/server/kernel/actor.ts';
import { sql } from '../../src/server/kernel/sql.ts';
import { agency } from '../agency.ts';
import { benchDatabase, pairs, report } from './kit.ts';

const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const token = randomBytes(32).toString('base64url');
await database.run(
  sql`update roles set flags = ${['list_break', 'create_break', 'edit_break']} where slug = 'admin'`,
);
await database.run(sql`insert into users (id, first_name, last_name, email, role_id)
  select 1, 'Asha', 'Rao', 'asha@recoup.test', id from roles where slug = 'admin'`);
await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
  values (${hashOf(token)}, 1, now() + interval '1 hour', interval '1 hour')`);

const start = (file: string, port: number) =>
  new Promise<ReturnType<typeof fork>>((resolve, reject) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
      env: { ...process.env, BENCH_PG: JSON.stringify(config), BENCH_PORT: String(port), BENCH_DIR: folder },
    });
    child.once('message', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
const children = [await start('./kernel-floor.ts', 4871), await start('./kernel-ours.ts', 4872)];

const load = (url: string) => async (): Promise<number> => {
  const result = await autocannon({ url, connections: 16, duration: 4, headers: { cookie: `sid=${token}` } });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
};
const { ratio, floor, ours } = await pairs(
  5,
  load('http://127.0.0.1:4871/breaks'),
  load('http://127.0.0.1:4872/api/breaks'),
);
report('empty list, bare Fastify and pg', floor, { unit: 'requests/s' });
report('empty list through the kernel', ours, { unit: 'requests/s' });
report('kernel against bare', ratio, { unit: 'of its throughput', atLeast: 0.6 });

for (const child of children) child.kill('SIGKILL');
await stop();
process.exit(0);
