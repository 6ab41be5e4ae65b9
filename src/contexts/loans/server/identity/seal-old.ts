/** Seals the numbers that lie in clear from before, or came from a server of the version before, a batch at a time. */
import { changesInClear } from '#contexts/files/server/undo/seal-changes.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, name, sql } from '#kernel/server/database/sql.ts';
import { type IdentityNumber, type SealedNumber, sealNumber } from '#kernel/server/operation/identity.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';

export const sealOldJob = 'loans.seal-identity';
const batch = 500;

interface Held {
  table: 'borrowers' | 'loan_participants';
  aadhaar: 'aadhar' | 'aadhar_number';
  /** Of a row `t`. */
  client: Fragment;
}
const holders: readonly Held[] = [
  { table: 'borrowers', aadhaar: 'aadhar', client: sql`t.client_id` },
  {
    table: 'loan_participants',
    aadhaar: 'aadhar_number',
    client: sql`(select l.client_id from loans l where l.id = t.loan_id)`,
  },
];
const sealedColumn = ({ aadhaar }: Held): Fragment => name(`${aadhaar}_sealed`);
const inClear = (held: Held): Fragment => sql`((pan_sealed is null and pan !~ 'XXXX')
  or (${sealedColumn(held)} is null and ${name(held.aadhaar)} !~ 'XXXX'))`;

interface Row {
  id: number;
  client_id: number;
  pan: string | null;
  aadhaar: string | null;
}

/** Nothing else of a row changes, its time neither: a file that wrote it can still be undone. */
async function sealSome(tx: Tx, safe: Safe, held: Held): Promise<number> {
  const rows = await tx.rows<Row>(sql`
    select t.id, ${held.client} as client_id, case when pan_sealed is null then pan end as pan,
      case when ${sealedColumn(held)} is null then ${name(held.aadhaar)} end as aadhaar
    from ${name(held.table)} t where ${inClear(held)} order by t.id limit ${batch} for no key update skip locked`);
  const column = (what: IdentityNumber, of: (row: Row) => string | null): (SealedNumber | undefined)[] =>
    rows.map((row) => {
      const text = of(row);
      return text === null ? undefined : sealNumber(safe, what, row.client_id, text);
    });
  const pans = column('pan', ({ pan }) => pan);
  const aadhaars = column('aadhaar', ({ aadhaar }) => aadhaar);
  await tx.run(sql`
    update ${name(held.table)} t set pan = coalesce(s.pan, t.pan), pan_sealed = coalesce(s.pan_sealed, t.pan_sealed),
      ${name(held.aadhaar)} = coalesce(s.aadhaar, t.${name(held.aadhaar)}),
      ${sealedColumn(held)} = coalesce(s.aadhaar_sealed, t.${sealedColumn(held)})
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${pans.map((one) => one?.mask ?? null)}::text[],
      ${pans.map((one) => one?.sealed ?? null)}::text[], ${aadhaars.map((one) => one?.mask ?? null)}::text[],
      ${aadhaars.map((one) => one?.sealed ?? null)}::text[]) as s (id, pan, pan_sealed, aadhaar, aadhaar_sealed)
    where t.id = s.id`);
  return rows.length;
}

export const sealOld = ({ database, safe }: { database: Database; safe: Safe }): Job => ({
  name: sealOldJob,
  retries: 5,
  async run(_, { signal, log }) {
    let sealed = 0;
    for (const held of holders)
      for (let rows = batch; rows === batch;) {
        signal.throwIfAborted();
        rows = await database.transaction((tx) => sealSome(tx, safe, held));
        sealed += rows;
      }
    for (const changes of await changesInClear(database)) {
      await database.transaction((tx) => changes.seal(tx, safe));
      sealed += 1;
    }
    log.info({ sealed }, 'identity numbers sealed');
  },
});

/** Asked at each start and every hour; most of the time there is nothing to do. */
export async function askToSealOld(database: Database, jobs: Jobs): Promise<void> {
  for (const held of holders) {
    const open = await database.one(
      sql`select 1 as ok from ${name(held.table)} where ${inClear(held)} limit 1`,
    );
    if (!open) continue;
    await database.transaction((tx) => jobs.enqueue(tx, sealOldJob, {}));
    return;
  }
}
