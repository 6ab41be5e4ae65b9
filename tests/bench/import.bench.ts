/**
 * A customer file of 100,000 rows (IMPORT_ROWS) by the job itself: validated, laid over borrowers and loans, error file
 * written; against a bare COPY of the same rows into tables with the same indexes, and beside people who read lists.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { importFiles } from '../../src/server/domains/files/import-job.ts';
import { importKinds } from '../../src/server/domains/files/import-kinds.ts';
import { openLog } from '../../src/server/kernel/log.ts';
import { sql } from '../../src/server/kernel/sql.ts';
import { localFiles } from '../../src/server/providers/files/local.ts';
import { benchDatabase, report } from './kit.ts';

const many = Number(process.env.IMPORT_ROWS ?? 100_000);
const megabyte = 1024 * 1024;
const { database, folder, stop } = await benchDatabase();
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

const disk = localFiles(join(folder, 'files'));
const nothing = (): Promise<number[]> => Promise.resolve([]);
const [kind] = importKinds({
  allocate: nothing,
  blockNumbers: nothing,
  flagLoans: nothing,
  reassign: nothing,
  receive: nothing,
  restand: nothing,
  storeMessages: nothing,
});
if (!kind) throw new Error('no kind');
const { run } = importFiles({ database, files: disk, kind });

async function jobOf(key: string): Promise<number> {
  await database.run(sql`insert into uploads (key, user_id, purpose, file_name, content_type, max_bytes, expires_at, stored_at)
    values (${key}, 901, 'customer-file', 'bench.csv', 'text/csv', 1e9, now(), now()) on conflict do nothing`);
  const made = await database.one<{ id: number }>(sql`
    insert into file_jobs (upload_id, type, client_id, portfolio_id, created_by)
    select id, 'CUSTOMER_FILE', 901, 901, 901 from uploads where key = ${key} returning id`);
  return made?.id ?? 0;
}
const context = { log: openLog('/dev/null'), signal: new AbortController().signal, isLastTry: true };
const watch = (): (() => number) => {
  let most = process.memoryUsage().rss;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  return () => {
    clearInterval(look);
    return most / megabyte;
  };
};

const key = `customer-file/${randomUUID()}`;
await disk.put(key, Readable.from(linesOf(0)), Number.MAX_SAFE_INTEGER);
const size = (await stat(join(folder, 'files', key))).size / megabyte;

interface Took {
  ms: number;
  counts: unknown;
}
async function ours(): Promise<Took> {
  const id = await jobOf(key);
  const started = performance.now();
  await run({ jobId: id }, context);
  const ended = await database.one<{ ms: number }>(
    sql`select extract(epoch from updated_at - created_at) * 1000 as ms from file_jobs where id = ${id}`,
  );
  const counts =
    await database.one(sql`select status, correct_records as correct, incorrect_records as incorrect,
    new_loans_count as made, exist_loans_count as known from file_jobs where id = ${id}`);
  void started;
  return { ms: ended?.ms ?? Number.NaN, counts };
}

/** The same rows as tables of their own with every index of ours, from files, by PostgreSQL's own COPY. */
async function floor(): Promise<number> {
  const client = await database.connect();
  const tables = ['borrowers', 'loans'] as const;
  for (const table of tables) {
    const rows = client.query((await import('pg-copy-streams')).to(`copy ${table} to stdout`));
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

const rss = watch();
const made = await ours();
const most = rss();
report(`new: ${many} rows, ${Math.round(size)} MB ${JSON.stringify(made.counts)}`, made.ms, { unit: 'ms' });
report('rows a second, all new', (1000 * many) / made.ms, { atLeast: 12_000 });
report('memory of the process', most, { unit: 'MB', atMost: 300 });
const bare = await floor();
report('bare COPY into tables with the same indexes', bare, { unit: 'ms' });
report('speed against the bare COPY', bare / made.ms, { atLeast: 0.4 });
const again = await ours();
report(`the same again ${JSON.stringify(again.counts)}`, again.ms, { unit: 'ms' });
report('rows a second, all known', (1000 * many) / again.ms, { atLeast: 12_000 });

await stop();
process.exit(0);
