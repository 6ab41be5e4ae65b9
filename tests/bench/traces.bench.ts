/** Cost of traces: a list and a saved disposition without them, with a collector, and with an unreachable one. */
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { newUuid } from '../../src/kernel/client/calls/new-uuid.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { same } from '../kit.ts';
import { benchDatabase, launch, median, report } from './kit.ts';
import { sessionOf } from './loans-asks.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const forMs = 2000;
const atOnce = 8;

const { database, config, folder, stop } = await benchDatabase();
await loadDemo(database, { loans: Number(process.env.LOANS ?? 2000), agents: 20 });
const cookie = `sid=${await sessionOf(database, 'agent')}`;
let sent = 0;
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => (sent += piece.length));
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const { port } = collector.address() as AddressInfo;
const servers = [
  { name: 'without traces', port: '4893', to: '' },
  { name: 'collector that listens', port: '4894', to: `http://127.0.0.1:${port}` },
  { name: 'a tenth to a collector that listens', port: '4896', to: `http://127.0.0.1:${port}?share=0.1` },
  // Port 1 refuses.
  { name: 'collector that is gone', port: '4895', to: 'http://127.0.0.1:1' },
];
const children: ChildProcess[] = [];
for (const one of servers)
  children.push(
    await launch('./kernel-ours.ts', {
      BENCH_PG: JSON.stringify(config),
      BENCH_DIR: folder,
      BENCH_PORT: one.port,
      BENCH_TRACES: one.to,
    }),
  );

const answers = await database.rows<{ dispositionId: number; subDispositionId: number }>(sql`
  select d.parent_id as "dispositionId", d.id as "subDispositionId" from dispositions d join dispositions p on p.id = d.parent_id
  where p.name in ('Ringing No Response', 'Switched Off') order by d.name`);
const first = (await (
  await fetch(`http://127.0.0.1:4893/api/loans?size=100&part=rows`, { headers: { cookie } })
).json()) as { rows: { id: number }[] };
let told = 0;
const acts = {
  'a list': (at: string) => fetch(`${at}/loans?size=25&part=rows`, { headers: { cookie } }),
  'a saved outcome': (at: string) => {
    told += 1;
    const loanId = first.rows[told % first.rows.length]?.id;
    // Alternates the disposition, or it would be a duplicate.
    const answer = answers[Math.floor(told / first.rows.length) % answers.length];
    return fetch(`${at}/borrower/dispositions`, {
      method: 'POST',
      headers: { ...same, cookie, 'content-type': 'application/json', 'idempotency-key': newUuid() },
      body: JSON.stringify({ loanId, ...answer, comments: `Rang ${told} times` }),
    });
  },
};
/** CPU time of the server process: independent of other load. */
const workedBy = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('message', (of: { workedMs: number }) => resolve(of.workedMs));
    child.send('worked?');
  });
interface Ran {
  workedMs: number;
  each: number;
  p50: number;
  p99: number;
}
async function load(act: (at: string) => Promise<Response>, at: string, child: ChildProcess): Promise<Ran> {
  const times: number[] = [];
  const before = await workedBy(child);
  const until = performance.now() + forMs;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const started = performance.now();
      const answer = await act(at);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const sorted = times.toSorted((a, b) => a - b);
  const at_ = (part: number): number => sorted[Math.floor(part * sorted.length)] ?? Number.NaN;
  const workedMs = ((await workedBy(child)) - before) / times.length;
  return { workedMs, each: (times.length * 1000) / forMs, p50: at_(0.5), p99: at_(0.99) };
}

for (const [what, act] of Object.entries(acts)) {
  const ran: Ran[][] = servers.map(() => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [i, one] of servers.entries()) {
      const child = children[i];
      if (!child) throw new Error('no server');
      const run = await load(act, `http://127.0.0.1:${one.port}/api`, child);
      // The first warms up.
      if (round > 0) ran[i]?.push(run);
    }
  for (const [i, { name }] of servers.entries()) {
    const own = ran[i] ?? [];
    report(`${what}, ${name}`, median(own.map(({ each }) => each)), { unit: 'requests/s' });
    report('  p50', median(own.map(({ p50 }) => p50)), { unit: 'ms' });
    report('  p99', median(own.map(({ p99 }) => p99)), { unit: 'ms' });
    const worked = median(own.map(({ workedMs }) => workedMs));
    report('  processor of the server', worked, { unit: 'ms a request' });
    if (i === 0) continue;
    const without = median((ran[0] ?? []).map(({ workedMs }) => workedMs));
    report('  of which traces', worked - without, { unit: 'ms a request', atMost: 2 });
  }
}
report('sent to the collector', sent / 1e6, { unit: 'MB' });
if (sent === 0) throw new Error('nothing was traced');
for (const child of children) child.kill('SIGKILL');
await stop();
process.exit(0);
