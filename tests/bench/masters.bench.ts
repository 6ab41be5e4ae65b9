/** A master with 100,000 rows: a page, a deep page, a search and its dropdown, through the entire kernel. */
import type { Flag } from '../../src/kernel/contract/flags.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { agency } from '../agency.ts';
import { benchDatabase, launch, median, report, signedIn } from './kit.ts';

const many = 100_000;
const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const flags: Flag[] = [
  'list_break',
  'list_centers',
  'list_center_dropdown',
  'list_portfolio',
  'list_portfolio_dropdown',
];
const [token = ''] = await signedIn(database, 1, flags);
await database.run(sql`insert into breaks (name, duration)
  select 'Break ' || md5(n::text), '00:10' from generate_series(1, ${many}::int) n`);
await database.run(sql`insert into centers (name, is_active)
  select 'Center ' || md5(n::text), n % 20 > 0 from generate_series(1, ${many}::int) n`);
await database.run(sql`insert into clients (name) values ('A lender')`);
await database.run(sql`insert into portfolios (name, client_id, is_active)
  select 'Portfolio ' || md5(n::text), (select max(id) from clients), n % 20 > 0 from generate_series(1, ${many}::int) n`);
await database.run(sql`vacuum analyze`);

const server = await launch('./kernel-ours.ts', {
  BENCH_PG: JSON.stringify(config),
  BENCH_DIR: folder,
  BENCH_PORT: '4875',
});

/** Median latency of 60 sequential requests, in ms. */
async function wait(path: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 70; i += 1) {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:4875/api${path}`, { headers: { cookie: `sid=${token}` } });
    const body = (await answer.json()) as { rows?: unknown[] };
    if (!body.rows?.length) throw new Error(`${path}: ${answer.status}`);
    if (i >= 10) times.push(performance.now() - started);
  }
  return median(times);
}
const asked = {
  'a page': '?size=100&isActive=true',
  'a page far behind': '?size=100&page=900',
  'a search': '?size=100&q=abc12',
  'its dropdown, searched': '/dropdown?q=abc1',
};
for (const master of ['breaks', 'centers', 'portfolios'])
  for (const [what, query] of Object.entries(asked)) {
    const path = `/${master}${master === 'breaks' ? query.replace('&isActive=true', '') : query}`;
    report(`${master}: ${what}`, await wait(path), {
      unit: 'ms',
      ...(what.includes('behind') ? {} : { atMost: 20 }),
    });
  }

server.kill('SIGKILL');
await stop();
process.exit(0);
