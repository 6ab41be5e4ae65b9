/** Encrypts plaintext numbers of earlier versions, or of a previous server version, in batches. */
import { changesInClear } from '#contexts/files/server/undo/seal-changes.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { type Fragment, join, name, sql } from '#kernel/server/database/sql.ts';
import { sealNumber } from '#contexts/files/server/import/seal-number.ts';
import type { IdentityNumber } from '#kernel/contract/identity/identity-numbers.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import type { Job, Jobs } from '#kernel/server/work/jobs.ts';

const sealOldJob = 'loans.seal-identity';
const batch = 500;

interface Held {
  table: 'borrowers' | 'loan_participants';
  /** Column of the masked form; the encrypted one has a similar name. */
  columns: Readonly<Record<string, IdentityNumber>>;
  /** Of a row `t`. */
  client: Fragment;
}
const holders: readonly Held[] = [
  {
    table: 'borrowers',
    columns: {
      pan: 'pan',
      aadhar: 'aadhaar',
      voter_id: 'voter',
      driving_licence: 'licence',
      passport_number: 'passport',
    },
    client: sql`t.client_id`,
  },
  {
    table: 'loan_participants',
    columns: {
      pan: 'pan',
      aadhar_number: 'aadhaar',
      voter_id: 'voter',
      driving_license: 'licence',
      passport_number: 'passport',
    },
    client: sql`(select l.client_id from loans l where l.id = t.loan_id)`,
  },
];
const sealedOf = (column: string): Fragment => name(`${column}_sealed`);
const isClear = (column: string): Fragment =>
  sql`(${sealedOf(column)} is null and ${name(column)} !~ 'XXXX')`;
const inClear = ({ columns }: Held): Fragment => sql`(${join(Object.keys(columns).map(isClear), ' or ')})`;

interface Row extends Record<string, unknown> {
  id: number;
  client_id: number;
}

/** The row is otherwise unchanged, including its time: the file that wrote it remains undoable. */
async function sealSome(tx: Tx, safe: Safe, held: Held): Promise<number> {
  const columns = Object.entries(held.columns);
  const open = columns.map(
    ([column]) => sql`case when ${isClear(column)} then ${name(column)} end as ${name(column)}`,
  );
  const rows = await tx.rows<Row>(sql`
    select t.id, ${held.client} as client_id, ${join(open)}
    from ${name(held.table)} t where ${inClear(held)} order by t.id limit ${batch} for no key update skip locked`);
  const sealed = rows.map((row) => ({
    id: row.id,
    ...Object.fromEntries(
      columns.flatMap(([column, what]) => {
        const text = row[column];
        if (typeof text !== 'string') return [];
        const number = sealNumber(safe, what, row.client_id, text);
        return [
          [column, number.mask],
          [`${column}_sealed`, number.sealed],
        ];
      }),
    ),
  }));
  const each = columns.flatMap(([column]) => [name(column), sealedOf(column)]);
  await tx.run(sql`
    update ${name(held.table)} t set ${join(each.map((column) => sql`${column} = coalesce(s.${column}, t.${column})`))}
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb)
      as s (id bigint, ${join(each.map((column) => sql`${column} text`))})
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

/** Enqueues encryption of plaintext identity data; runs at startup and hourly, usually a no-op. */
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
