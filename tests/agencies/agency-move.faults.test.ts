/** Migrates an agency between clusters under writes: acknowledged data exists exactly once. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { breaks } from '../../src/contexts/agency/contract/breaks.ts';
import { files } from '../../src/contexts/files/contract/files.ts';
import { summaries } from '../../src/contexts/payments/contract/summaries.ts';
import { performance as reports } from '../../src/contexts/reporting/contract/performance.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { asOwner, clusterAt } from '../../src/app/agencies/place.ts';
import { move } from '../../src/tools/agencies/move.ts';
import { deliver } from '../import-kit.ts';
import { makePerson, same, signIn } from '../kit.ts';
import { sumFaults } from '../reporting/sums.ts';
import { type TestAgency, type TestNode, bootNode } from './kit.ts';
import { changePayments } from '../world.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recoup-cells-'));
const isRoot = process.getuid?.() === 0;
const started: string[] = [];
let node: TestNode;
let asha: TestAgency;
let cells: string[] = [];

/** PostgreSQL refuses to be root. */
function asItself(program: string, args: readonly string[]): void {
  const bin = fs.globSync('/usr/lib/postgresql/*/bin').at(-1) ?? '';
  const whole = [path.join(bin, program), ...args];
  const [command = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...whole] : whole;
  const { status } = spawnSync(command, rest, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}
async function startCluster(name: string): Promise<string> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const [data, word] = [path.join(folder, name), path.join(folder, 'word')];
  fs.writeFileSync(word, 'secret-of-tests', { mode: 0o644 });
  asItself('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${word}`,
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  fs.appendFileSync(
    path.join(data, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  );
  asItself('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), 'start']);
  started.push(data);
  return `postgres://postgres:secret-of-tests@127.0.0.1:${port}/postgres`;
}

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  if (isRoot) spawnSync('chown', ['-R', 'postgres', folder]);
  cells = [await startCluster('one'), await startCluster('two')];
  node = await bootNode(cells[0]);
  asha = await node.add('asha', '127.0.0.2');
});
afterAll(async () => {
  await node.stop();
  for (const data of started) asItself('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  fs.rmSync(folder, { recursive: true, force: true });
});

test('every acknowledged write is there once after a move', async () => {
  const person = await makePerson(asha.database, { flags: ['create_break', 'list_break'] });
  let { token } = await signIn(asha.database, asha.url, person);
  const kept: { name: string; at: number }[] = [];
  let [isOn, turnedAway] = [true, 0];
  const writer = async (who: number): Promise<void> => {
    for (let n = 0; isOn; n += 1) {
      const name = `Break ${who} ${n}`;
      const body = JSON.stringify({ name, duration: '00:15', description: '' });
      const headers = { ...same, 'Content-Type': 'application/json', Cookie: `sid=${token}` };
      const answer = await fetch(`${asha.url}/api/breaks`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      if (answer?.status === 200) kept.push({ name, at: performance.now() });
      else if (answer?.status === 503) turnedAway += 1;
      await new Promise((go) => setTimeout(go, answer?.status === 200 ? 20 : 100));
    }
  };
  const writers = [1, 2, 3, 4].map(writer);
  await expect.poll(() => kept.length, { timeout: 20_000 }).toBeGreaterThan(50);
  const was = (await node.directory.named(asha.name))?.databaseUrl ?? '';
  // Only servers are waited for.
  await asha.database.end();
  const said = await node.run((hands) => move(hands, [asha.name, cells[1]]));
  expect(said).toContain('lies in');
  const now = (await node.directory.named(asha.name))?.databaseUrl ?? '';
  expect(clusterAt(now)).toBe(clusterAt(cells[1] ?? ''));
  const database = openDatabase({ connectionString: now });
  // A backup excludes sessions.
  ({ token } = await signIn(database, asha.url, person));
  const before = kept.length;
  await expect.poll(() => kept.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOn = false;
  await Promise.all(writers);

  const there = await database.rows<{ name: string; n: number }>(
    sql`select name, count(*) as n from breaks group by name`,
  );
  await database.end();
  const count = new Map(there.map(({ name, n }) => [name, n]));
  expect(kept.filter(({ name }) => count.get(name) !== 1)).toEqual([]);
  expect(turnedAway).toBeGreaterThan(0);
  const pauses = kept.slice(1).map(({ at }, i) => at - (kept[i]?.at ?? at));
  process.stdout.write(
    `${kept.length} kept, ${turnedAway} sent away, longest pause ${Math.round(Math.max(...pauses))} ms\n${said}`,
  );

  // The old database rejects the servers' credentials.
  await expect(asOwner(was, async () => 'in')).rejects.toThrow('password');
});

const rows = 12_000;
const wrongLoans = sql`
  select count(*)::int as n from loans l where latest_realize_payment_amount is distinct from (
    select amount from payments p where p.loan_id = l.id and p.realized and p.status = 'success'
    order by payment_date desc, id desc limit 1)`;

test('a running Sync, import and reports complete at the destination of a migration', async () => {
  const ravi = await node.add('ravi', '127.0.0.3');
  await ravi.database.run(sql`
    with person as (insert into borrowers (client_id, name) values (1, 'Asha') returning id)
    insert into loans (client_id, portfolio_id, borrower_id, loan_number, total_outstanding)
    select 1, 1, person.id, 'S' || n, 5000000 from person, generate_series(1, ${rows + 1}) n`);
  // Written directly: no loan matches its payments.
  await changePayments(
    ravi.database,
    sql`
    insert into payments (loan_id, amount, payment_date, realized, source, status)
    select id, 100000 + id, current_date - 1, true, 'PAYMENT_FILE', 'success' from loans order by id`,
  );
  await ravi.database.run(sql`
    update loans set payment_status = 'Unpaid', latest_realize_payment_amount = null where payment_status <> 'Unpaid'`);
  const person = await makePerson(ravi.database, {
    flags: ['list_client_performance', 'upload_payments_file', 'create_break'],
  });
  let who = await signIn(ravi.database, ravi.url, person);
  const day = new Date().toISOString().slice(0, 10);
  const lines = Array.from({ length: rows }, (_, n) => `S${n + 1},U${n + 1},${n + 7},${day}`);
  const fileKey = await deliver(who, ['Loan No,UTR,Paid Amount,Paid On', ...lines].join('\r\n'));
  let isOn = true;
  const kept: { name: string; at: number }[] = [];
  const rest = (ms: number) => new Promise((go) => setTimeout(go, ms));
  const keep = async (work: () => Promise<unknown>): Promise<void> => {
    while (isOn) await work().catch(() => rest(100));
  };
  const atWork = [
    keep(async () => {
      const name = `Break ${kept.length}`;
      await who.call(breaks.create, { name, duration: '00:15', description: '' });
      kept.push({ name, at: performance.now() });
      await rest(20);
    }),
    ...[1, 2].map(() => keep(() => who.call(reports.clients, {}))),
  ];
  const inside = new URL(cells[0] ?? '');
  inside.pathname = new URL((await node.directory.named(ravi.name))?.databaseUrl ?? '').pathname;
  /** Locks a loan externally for the duration of the response. */
  const hold = async (loanNumber: string): Promise<() => Promise<void>> => {
    const holder = new pg.Client(inside.href);
    await holder.connect();
    await holder.query('begin');
    await holder.query('select from loans where loan_number = $1 for update', [loanNumber]);
    return () => holder.end();
  };
  // The Sync completes all but one, which is in no file; the import is in its second batch.
  const [ofSync, ofImport] = [await hold(`S${rows + 1}`), await hold(`S${rows - 1}`)];
  const job = await who.call(files.parse, { fileKey, type: 'PAYMENT_FILE', clientId: 1, portfolioId: 1 });
  expect(await who.call(reports.syncClients, {})).toMatchObject({ isRunning: true });

  const standing = sql`
    select (select reached from summary_syncs where ended_at is null) as reached, 
      (select max(n) from unnest(applied) n) as rows, status
    from file_jobs`;
  const under = await vi.waitUntil(
    async () => {
      const now = await ravi.database.one<{ reached: number; rows: number; status: string }>(standing);
      return now && now.reached > rows && now.rows > 0 && now;
    },
    { timeout: 150_000, interval: 20 },
  );
  expect(under.status).toBe('processing');
  expect(under.rows).toBeLessThan(rows);
  await ravi.database.end();
  const suspended = vi.waitUntil(async () => (await node.directory.named(ravi.name))?.state === 'suspended', {
    timeout: 60_000,
    interval: 50,
  });
  const isLetGo = suspended.then(ofImport);
  const said = await node.run((hands) => move(hands, [ravi.name, cells[1]]));
  await isLetGo;
  await ofSync();
  const now = (await node.directory.named(ravi.name))?.databaseUrl ?? '';
  const database = openDatabase({ connectionString: now });
  who = await signIn(database, ravi.url, person);
  const before = kept.length;
  await expect.poll(() => kept.length, { timeout: 30_000 }).toBeGreaterThan(before + 20);

  // A busy host rejects some, which retry.
  const answered = <T>(call: () => Promise<T>): Promise<T | undefined> => call().catch(() => undefined);
  const done = await vi.waitUntil(
    async () => {
      const file = await answered(() => who.call(files.job, { id: String(job?.id) }));
      const synced = await answered(() => who.call(summaries.sync, {}));
      const isOver = file && synced && file.status !== 'processing' && !synced.isRunning;
      return isOver && { file, synced };
    },
    { timeout: 200_000, interval: 100 },
  );
  expect(done.file).toMatchObject({ status: 'completed', correctRecords: rows, incorrectRecords: 0 });
  expect(done.synced).toMatchObject({ isFailed: false });
  isOn = false;
  await Promise.all(atWork);

  const doubled = await database.rows(
    sql`select transaction_id from payments where transaction_id is not null group by 1 having count(*) > 1`,
  );
  const paid = await database.one(
    sql`select count(*)::int as n, count(transaction_id)::int as told from payments`,
  );
  expect(doubled).toEqual([]);
  expect(paid).toEqual({ n: 2 * rows + 1, told: rows });
  expect(await database.one(wrongLoans)).toEqual({ n: 0 });
  expect(await sumFaults(database)).toEqual([]);
  const written = new Set(
    (await database.rows<{ name: string }>(sql`select name from breaks`)).map(({ name }) => name),
  );
  expect(kept.filter(({ name }) => !written.has(name))).toEqual([]);
  await database.end();
  const pauses = kept.slice(1).map(({ at }, i) => at - (kept[i]?.at ?? at));
  process.stdout.write(
    `at ${under.rows} rows and loan ${under.reached}; ${kept.length} kept, longest pause ${Math.round(Math.max(...pauses))} ms\n${said}`,
  );
}, 300_000);
