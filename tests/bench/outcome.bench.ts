/**
 * What one saved outcome costs the database: bytes of its log, warm and as the first after a checkpoint, and how many of
 * the rows it changes stay where their indexes find them (HOT). BENCH_LOANS sets the size, a million by default; BENCH_DATA
 * names a folder with the agency of `growth`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newUuid } from '../../src/kernel/client/calls/new-uuid.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { same } from '../kit.ts';
import { grownAgency } from './grown.ts';
import { launch, median, report } from './kit.ts';
import { sessionOf } from './loans-asks.ts';

const loans = Number(process.env.BENCH_LOANS ?? 1_000_000);
const kept = process.env.BENCH_DATA;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'recoup-bench-'));
const rounds = 40;
/** Seals, sums and clocks write beside; this is longer than a round of them. */
const settledMs = 300;

const { database, postgres, place } = await grownAgency(
  folder,
  loans,
  Number(process.env.BENCH_MONTHS ?? 12),
);
const cookie = `sid=${await sessionOf(database, 'agent')}`;
const server = await launch('./kernel-ours.ts', {
  BENCH_PG: JSON.stringify(postgres.config),
  BENCH_DIR: place,
  BENCH_PORT: '4891',
});
const url = 'http://127.0.0.1:4891/api';
const { rows } = (await (await fetch(`${url}/loans?size=100&part=rows`, { headers: { cookie } })).json()) as {
  rows: { id: number }[];
};

const position = async (): Promise<number> =>
  Number((await database.one<{ at: string }>(sql`select pg_current_wal_insert_lsn() - '0/0' as at`))?.at);
const [kind, ...subs] = (
  await database.rows<{ id: number }>(sql`
    select d.id from dispositions d left join dispositions p on p.id = d.parent_id
    where coalesce(p.name, d.name) = 'Ringing No Response' order by d.parent_id nulls first, d.id`)
).map(({ id }) => id);
let told = 0;
/** Another answer than the last time, or it would be taken for the same. */
async function save(loanId: number): Promise<void> {
  const answer = await fetch(`${url}/borrower/dispositions`, {
    method: 'POST',
    headers: { ...same, cookie, 'content-type': 'application/json', 'idempotency-key': newUuid() },
    body: JSON.stringify({
      loanId,
      dispositionId: kind,
      subDispositionId: subs[told++ < rounds + 1 ? 0 : 1],
      comments: 'Rang twice',
    }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
/** Bytes of the log that one act writes, without what is written beside in the same time. */
async function bytesOf(act: () => Promise<void>): Promise<number> {
  const before = await position();
  await act();
  return (await position()) - before;
}
interface Rows {
  name: string;
  updated: number;
  hot: number;
}
const changes = async (): Promise<Rows[]> => {
  await wait(1500);
  return database.rows<Rows>(sql`
    select relname as name, n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot from pg_stat_user_tables`);
};

/** What a server does when it starts: promises of the days before, sums, leads. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const at = await position();
    await wait(2000);
    quiet = (await position()) - at < 50_000 ? quiet + 1 : 0;
  }
}
await settled();
await save(rows[0]!.id);
const cold: number[] = [];
const warm: number[] = [];
const before = await changes();
for (const { id } of rows.slice(1, rounds + 1)) {
  await database.run(sql`checkpoint`);
  await wait(settledMs);
  cold.push(await bytesOf(() => save(id)));
}
for (const { id } of rows.slice(1, rounds + 1)) warm.push(await bytesOf(() => save(id)));
const after = await changes();
const moved = after
  .map((a) => {
    const b = before.find((x) => x.name === a.name);
    return { name: a.name, updated: a.updated - (b?.updated ?? 0), hot: a.hot - (b?.hot ?? 0) };
  })
  .filter((x) => x.updated > 0);
for (const { name, updated, hot } of moved)
  report(`${name}: rows changed, HOT`, hot / updated, { unit: `of ${updated}` });
report('log of a saved outcome, warm', median(warm) / 1000, { unit: 'kB', atMost: 2 });
await database.run(sql`checkpoint`);
await wait(settledMs);
const many = await bytesOf(async () => {
  for (const { id } of rows.slice(rounds + 1)) await save(id);
});
report(
  `log of a saved outcome, mean of ${rows.length - rounds - 1} after a checkpoint`,
  many / (rows.length - rounds - 1) / 1000,
  { unit: 'kB', atMost: 12 },
);
report('log of a saved outcome, the very first after a checkpoint', median(cold) / 1000, {
  unit: 'kB',
  atMost: 12,
});
report(
  'rows an outcome changes that are HOT',
  moved.reduce((s, x) => s + x.hot, 0) / moved.reduce((s, x) => s + x.updated, 0),
  { atLeast: 0.8 },
);
server.kill('SIGKILL');
await database.end();
await postgres.stop();
if (!kept) rmSync(folder, { recursive: true, force: true });
process.exit(0);
