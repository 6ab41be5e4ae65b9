/**
 * Database cost of one disposition: WAL bytes, warm and as the first after a checkpoint, and the share of HOT updates.
 * BENCH_LOANS sets the size, a million by default; BENCH_DATA names a folder with the agency of `growth`.
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
/** Longer than one run of background chaining, totals and clocks. */
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
const answers = await database.rows<{ dispositionId: number; subDispositionId: number }>(sql`
  select d.parent_id as "dispositionId", d.id as "subDispositionId" from dispositions d join dispositions p on p.id = d.parent_id
  where p.name in ('Ringing No Response', 'Switched Off') order by d.name`);
let told = 0;
/** Alternates the disposition, or it would be a duplicate. */
async function save(loanId: number): Promise<void> {
  const answer = await fetch(`${url}/borrower/dispositions`, {
    method: 'POST',
    headers: { ...same, cookie, 'content-type': 'application/json', 'idempotency-key': newUuid() },
    body: JSON.stringify({ loanId, ...answers[Math.floor(told++ / chosen.length)], comments: 'Rang twice' }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}
/** WAL bytes of one act, without concurrent background writes. */
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

/** Start-up work: lapsed PTPs, totals, leads. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const at = await position();
    await wait(2000);
    quiet = (await position()) - at < 50_000 ? quiet + 1 : 0;
  }
}
await settled();
const chosen = rows.slice(0, rounds).map(({ id }) => id);
const before = await changes();
/** As the first after a checkpoint, all after one, and again. */
const first: number[] = [];
for (const id of chosen) {
  await database.run(sql`checkpoint`);
  await wait(settledMs);
  first.push(await bytesOf(() => save(id)));
}
await database.run(sql`checkpoint`);
await wait(settledMs);
const together = await bytesOf(async () => {
  for (const id of chosen) await save(id);
});
const warm: number[] = [];
for (const id of chosen) warm.push(await bytesOf(() => save(id)));
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
report(`log of a saved outcome, of ${rounds} after a checkpoint`, together / rounds / 1000, {
  unit: 'kB',
  atMost: 12,
});
report('log of a saved outcome, the very first after a checkpoint', median(first) / 1000, {
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
