/**
 * Export of 200,000 loans (EXPORT_LOANS) by the job, against a bare `COPY TO` of equal rows through Node in the same
 * run. BENCH_DATA names a folder of an existing agency, as preserved by the loans benchmark.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to } from 'pg-copy-streams';
import { loadDemo } from '../../src/app/demo/load/load.ts';
import { exportLists } from '../../src/contexts/files/server/export/export-job.ts';
import { loanExport } from '../../src/contexts/loans/server/export.ts';
import { actorById } from '../../src/contexts/agency/server/session/authenticator.ts';
import { systemClock } from '../../src/kernel/server/operation/clock.ts';
import { openLog } from '../../src/app/server/operation/log.ts';
import { compile, join as joined, sql } from '../../src/kernel/server/database/sql.ts';
import { localFiles } from '../../src/app/providers/local.ts';
import type { FileStore } from '../../src/kernel/server/providers/files/port.ts';
import { benchDatabase, median, pairs, report } from './kit.ts';

const kept = process.env.BENCH_DATA;
const megabyte = 1024 * 1024;
const { database, folder, stop } = await benchDatabase(kept);
if (!kept) await loadDemo(database, { loans: Number(process.env.EXPORT_LOANS ?? 200_000) });
// Closed loans are another list; here every loan is in the one that is written.
await database.transaction((tx) => tx.run(sql`update loans set is_active = true where not is_active`));
const vacuuming = await database.connect();
await vacuuming.query('vacuum analyze loans');
vacuuming.release();
const many = (await database.one<{ n: number }>(sql`select count(*)::int as n from loans`))?.n ?? 0;
const admin = await database.one<{ id: number }>(
  sql`select id from users where role_id = (select id from roles where slug = 'system_admin') limit 1`,
);
const actor = admin && (await actorById(database, admin.id));
if (!actor) throw new Error('no system admin');

const { columns, from } = loanExport.read(actor, {}, new Date());
const { text, values } = compile(sql`select ${joined(columns.map(({ value }) => value))} ${from}`);
const bare = text.replace(/\$(\d+)/g, (_, n: string) => String(values[Number(n) - 1]));

/** PostgreSQL formats the rows and Node writes them to a file. */
async function floor(): Promise<number> {
  const client = await database.connect();
  const started = performance.now();
  const rows = client.query(to(`copy (${bare}) to stdout (format csv, header)`));
  await pipeline(rows, createWriteStream(join(folder, 'bare.csv')));
  client.release();
  return performance.now() - started;
}

const disk = localFiles(join(folder, 'files'));
const firstBytes: number[] = [];
let started = 0;
/** The store, observed for its first row. */
const watched: FileStore = {
  ...disk,
  put(key, body, maxBytes) {
    const through = new PassThrough();
    let seen = 0;
    through.on('data', (chunk: Buffer) => {
      // The head is there before any row.
      if (seen < 1024 && seen + chunk.length >= 1024) firstBytes.push(performance.now() - started);
      seen += chunk.length;
    });
    const carried = pipeline(body, through);
    return Promise.all([disk.put(key, through, maxBytes), carried]).then(([bytes]) => bytes);
  },
};
const { run } = exportLists({ database, files: watched, clock: systemClock, sources: [loanExport] });
let size = 0;
async function ours(): Promise<number> {
  const key = `export/${randomUUID()}`;
  const made = await database.one<{ id: number }>(sql`
    insert into file_jobs (type, export_type, filters, file_key, file_name, created_by)
    values ('EXPORT', 'borrowers', '{}', ${key}, 'x.csv', ${actor?.id}) returning id`);
  started = performance.now();
  await run(
    { jobId: made?.id ?? 0 },
    { log: openLog('/dev/null'), signal: new AbortController().signal, isLastTry: true },
  );
  const took = performance.now() - started;
  size = (await stat(join(folder, 'files', key))).size;
  return took;
}

const { ratio, floor: bareTook, ours: ourTook } = await pairs(5, floor, ours);
report('bare COPY TO through Node', bareTook, { unit: 'ms' });
report(`export of ${many} loans, ${Math.round(size / megabyte)} MB`, ourTook, { unit: 'ms' });
report('rows a second', (1000 * many) / ourTook);
report('speed against the bare COPY', 1 / ratio, { atLeast: 0.5 });
report('first row', median(firstBytes), { unit: 'ms', atMost: 500 });

globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5);
await ours();
clearInterval(look);
report('growth of memory', (most - before) / megabyte, { unit: 'MB', atMost: 50 });

await stop();
process.exit(0);
