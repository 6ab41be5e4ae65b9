/** An empty list through the entire kernel (session, permission, parse, transaction, whitelist) against a bare route. */
import autocannon from 'autocannon';
import { agency } from '../agency.ts';
import { benchDatabase, launch, pairs, report, signedIn } from './kit.ts';

const { database, config, folder, stop } = await benchDatabase();
await agency(database);
const [token = ''] = await signedIn(database, 1, ['list_break', 'create_break', 'edit_break']);
const env = (port: string) => ({ BENCH_PG: JSON.stringify(config), BENCH_DIR: folder, BENCH_PORT: port });
const children = [
  await launch('./kernel-floor.ts', env('4871')),
  await launch('./kernel-ours.ts', env('4872')),
];

const load = (url: string) => async (): Promise<number> => {
  const result = await autocannon({ url, connections: 16, duration: 4, headers: { cookie: `sid=${token}` } });
  if (result.non2xx || result.errors)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
};
const floorUrl = 'http://127.0.0.1:4871/breaks';
const { ratio, floor, ours } = await pairs(5, load(floorUrl), load('http://127.0.0.1:4872/api/breaks'));
report('empty list, bare Fastify and pg', floor, { unit: 'requests/s' });
report('empty list through the kernel', ours, { unit: 'requests/s' });
report('kernel against bare', ratio, { unit: 'of its throughput', atLeast: 0.5 });

for (const child of children) child.kill('SIGKILL');
await stop();
process.exit(0);
