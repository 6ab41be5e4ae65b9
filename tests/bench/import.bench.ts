/**
 * Customer file of 100,000 rows (IMPORT_ROWS) by the job itself: validated, applied to borrowers and loans, error file
 * written; against a bare COPY of equal rows into equally indexed tables, and with concurrent list readers.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { hashOf } from '../../src/kernel/server/http/actor.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { localFiles } from '../../src/app/providers/local.ts';
import { benchDatabase, launch, report } from './kit.ts';

const many = Number(process.env.IMPORT_ROWS ?? 100_000);
const megabyte = 1024 * 1024;
const { database, config, folder, stop } = await benchDatabase();
await database.run(sql`insert into clients (id, name) values (901, 'Bench') on conflict do nothing`);
await database.run(
  sql`insert into portfolios (id, client_id, name) values (901, 901, 'Bench') on conflict do nothing`,
);
await database.run(sql`insert into roles (id, slug, name, role_type, flags)
  values (901, 'bench', 'Bench', 'admin', array['upload_borrower_file'])`);
await database.run(sql`insert into users (id, first_name, last_name, email, role_id)
  select 900 + n, 'Agent', n::text, 'agent' || n || '@bench.test', 901 from generate_series(1, 50) n`);

const first = ['Asha', 'Bina', 'Chetan', 'Deepa', 'Farhan', 'Gurpreet', 'Hema', 'Imran', 'Jaya', 'Kiran'];
const last = ['Rao', 'Khan', 'Sharma', 'Lepcha', 'Kulkarni', 'Ansari', 'Das', 'Patil', 'Reddy', 'Bose'];
const head =
  'LOAN NUMBER,BORROWER NAME,MOBILE,ALTERNATE CONTACT 1,CLIENT BORROWER ID,PRODUCT TYPE,PRODUCT NAME,POS,TOS,LOAN AMOUNT,EMI AMOUNT,TOTAL EMI,EMI START DATE,DPD,INTEREST OUTSTANDING,MAX SETTLEMENT AMOUNT,GROUP ID,FATHER NAME,GENDER,DOB,PAN,ADDRESS,STATE,CITY,PINCODE,SUPPLIER NAME,AGENT EMAIL\n';
const two = (n: number): string => String(n).padStart(2, '0');
/** One row in a hundred is bad. */
function line(i: number): string {
  const name = `${first[i % 10]} ${last[Math.floor(i / 10) % 10]} ${i.toString(36)}`;
  const pos = i % 100 === 7 ? 'many' : `"${(i % 90) + 10},${two(i % 100)}0.50"`;
  const mobile = `9${String(100_000_000 + ((i * 7919) % 899_999_999))}`;
  return `BN${1_000_000 + i},${name},${mobile},,CB${i},Tractor,Term loan,${pos},"${(i % 90) + 20},000.00",100000,1307.43,24,${two(1 + (i % 28))}-0${1 + (i % 9)}-2024,${i % 400},610.25,14051.21,,${last[i % 10]} ${first[i % 7]},Female,1980-04-${two(1 + (i % 28))},ACSPB${two(i % 100)}60B,"${i % 500}, Gandhi Road",Bihar,Patna,800001,Svasti Microfinance,agent${1 + (i % 50)}@bench.test\n`;
}
function* linesOf(change: number): Generator<string> {
  let text = head;
  for (let i = 0; i < many; i += 1) {
    text += line(i + change);
    if (text.length > 65_536) {
      yield text;
      text = '';
    }
  }
  yield text;
}

await database.run(sql`insert into session (token_hash, user_id, expires_at, idle)
  values (${hashOf('bench')}, 901, now() + interval '1 hour', interval '1 hour')`);
const port = '4876';
const headers = { Cookie: 'sid=bench', 'Sec-Fetch-Site': 'same-origin', 'X-Requested-With': 'app' };
const start = () =>
  launch('./kernel-ours.ts', { BENCH_PG: JSON.stringify(config), BENCH_DIR: folder, BENCH_PORT: port });
let server = await start();
const disk = localFiles(join(folder, 'files'));

async function fileFrom(first: number): Promise<string> {
  const key = `customer-file/${randomUUID()}`;
  await disk.put(key, Readable.from(linesOf(first)), Number.MAX_SAFE_INTEGER);
  await database.run(sql`insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at, stored_at)
    values (${key}, 901, 'customer-file', 'bench.csv', 'text/csv', 1e9, now(), now())`);
  return key;
}
async function begin(fileKey: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/file/parse`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ fileKey, type: 'CUSTOMER_FILE', clientId: 901, portfolioId: 901 }),
  });
  const { row } = (await answer.json()) as { row: { id: number } };
  return row.id;
}
interface Job {
  status: string;
  done: number;
  correct: number;
  incorrect: number;
  made: number;
  known: number;
  ms: number;
}
const look = (id: number): Promise<Job | undefined> =>
  database.one<Job>(sql`select status, greatest(applied[1], applied[2]) as done, correct_records as correct, incorrect_records as incorrect,
    new_loans_count as made, exist_loans_count as known, extract(epoch from updated_at - created_at) * 1000 as ms
    from file_jobs where id = ${id}`);
async function until(id: number, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await look(id);
    if (job && isSo(job)) return job;
    await setTimeout(100);
  }
}
const isOver = ({ status }: Job): boolean => status === 'completed' || status === 'failed';
const importOf = async (fileKey: string): Promise<Job> => until(await begin(fileKey), isOver);
const wordsOf = ({ status, correct, incorrect, made, known }: Job): string =>
  `${status}: ${correct} correct, ${incorrect} incorrect, ${made} new, ${known} known`;

/** The most memory the server ever had, as the operating system saw it. */
async function peak(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** p99 of loan list pages in ms during `busy`. */
async function pagesWhile(busy: Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isBusy = true;
  void busy.finally(() => (isBusy = false));
  while (isBusy) {
    const started = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/loans?size=100`, { headers });
    await answer.text();
    if (!answer.ok) throw new Error(`a page of loans: ${answer.status}`);
    times.push(performance.now() - started);
    await setTimeout(20);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

/** Equal rows in separate tables with all our indexes, from files, by PostgreSQL's COPY. */
async function floor(): Promise<number> {
  const client = await database.connect();
  const tables = ['borrowers', 'loans'] as const;
  for (const table of tables) {
    const rows = client.query(copyTo(`copy ${table} to stdout`));
    await pipeline(rows, createWriteStream(join(folder, `${table}.copy`)));
    await client.query(`create table bare_${table} (like ${table} including all)`);
  }
  const started = performance.now();
  for (const table of tables)
    await pipeline(
      createReadStream(join(folder, `${table}.copy`)),
      client.query(copyFrom(`copy bare_${table} from stdin`)),
    );
  const took = performance.now() - started;
  client.release();
  return took;
}

const file = await fileFrom(0);
const size = (await stat(join(folder, 'files', file))).size / megabyte;
const made = await importOf(file);
report(`${many} rows, ${Math.round(size)} MB, ${wordsOf(made)}`, made.ms, { unit: 'ms' });
report('rows a second, all new', (1000 * many) / made.ms, { atLeast: 12_000 });
report('most memory of the server', await peak(), { unit: 'MB', atMost: 300 });
const bare = await floor();
report('bare COPY into tables with the same indexes', bare, { unit: 'ms' });
report('speed against the bare COPY', bare / made.ms, { atLeast: 0.4 });

await pagesWhile(setTimeout(1000));
const idle = await pagesWhile(setTimeout(5000));
const again = importOf(file);
const whileKnown = await pagesWhile(again);
const known = await again;
report(`the same again, ${wordsOf(known)}`, known.ms, { unit: 'ms' });
report('rows a second, all known', (1000 * many) / known.ms, { atLeast: 12_000 });
const later = importOf(await fileFrom(many));
const whileNew = await pagesWhile(later);
report('a page of loans, p99 when nothing else happens', idle, { unit: 'ms' });
report('p99 while known rows come in, against that', whileKnown / idle, { atMost: 2 });
report('p99 while new rows come in, against that', whileNew / idle, { atMost: 2 });
await later;

const cut = await begin(await fileFrom(2 * many));
const dead = await until(cut, ({ done }) => done > 0);
const gone = once(server, 'exit');
server.kill('SIGKILL');
await gone;
server = await start();
const ended = await until(cut, isOver);
const loans = await database.one<{ n: number; twice: number }>(sql`
  select count(*)::int as n, (count(*) - count(distinct loan_number))::int as twice from loans where client_id = 901`);
report(`killed at row ${dead.done}, then ${wordsOf(ended)}`, ended.ms, { unit: 'ms' });
report(
  'loans that are missing or twice after that',
  Math.abs((loans?.n ?? 0) - made.made * 3) + (loans?.twice ?? 0),
  {
    atMost: 0,
  },
);

server.kill();

await stop();
process.exit(0);
