/** Columns that are encrypted under the installation key, and their re-encryption under the newest key. */
import type { Database } from '#kernel/server/database/database.ts';
import { type Fragment, name, sql } from '#kernel/server/database/sql.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { numberOf } from '../server/operation/safe.ts';

interface SealedColumn {
  table: string;
  column: string;
  /** SQL for the purpose that each value of row `t` is encrypted for; the same as in the context that owns the table. */
  about: Fragment;
  /** Key of the encrypted text in a JSON column. */
  key?: string;
  /** Deterministic: equal texts have equal ciphertexts. */
  isAlike?: boolean;
}

const clientOfLoan = sql`(select l.client_id from loans l where l.id = t.loan_id)`;
const numbers: readonly [table: string, client: Fragment, columns: Readonly<Record<string, string>>][] = [
  [
    'borrowers',
    sql`t.client_id`,
    {
      pan: 'pan',
      aadhar: 'aadhaar',
      voter_id: 'voter',
      driving_licence: 'licence',
      passport_number: 'passport',
    },
  ],
  [
    'loan_participants',
    clientOfLoan,
    {
      pan: 'pan',
      aadhar_number: 'aadhaar',
      voter_id: 'voter',
      driving_license: 'licence',
      passport_number: 'passport',
    },
  ],
];
const importRowPurpose = sql`'row ' || t.n || ' of import ' || t.job_id`;

export const sealedColumns: readonly SealedColumn[] = [
  ...numbers.flatMap(([table, client, columns]) =>
    Object.entries(columns).map(([column, what]) => ({
      table,
      column: `${column}_sealed`,
      about: sql`${what}::text || ' of client ' || ${client}`,
      isAlike: true,
    })),
  ),
  { table: 'second_factor', column: 'secret_sealed', about: sql`'second factor of user ' || t.user_id` },
  {
    table: 'device_key',
    column: 'key_sealed',
    about: sql`'device key of user ' || t.user_id || ' on ' || t.device_id`,
  },
  ...['payu', 'razorpay'].map((gateway) => ({
    table: 'payment_accounts',
    column: 'merchant_keys',
    key: gateway,
    about: sql`'payment-account ' || t.id || ' ' || ${gateway}::text`,
  })),
  { table: 'authority_acts', column: 'asked', about: sql`'act ' || t.endpoint || ' of ' || t.asked_by` },
  { table: 'import_corrections', column: 'was', about: importRowPurpose },
  { table: 'import_corrections', column: 'value', about: importRowPurpose },
  { table: 'import_refusals', column: 'cells', about: importRowPurpose },
];

const AT_ONCE = 500;

interface SealedRow {
  place: string;
  sealed: string;
  about: string;
}

/** Re-encrypts the values of a column that are under an earlier key; returns how many. Other columns are unchanged. */
export async function resealColumn(database: Database, safe: Safe, of: SealedColumn): Promise<number> {
  const [newest = 1] = safe.numbers();
  const column = sql`t.${name(of.column)}`;
  const text = of.key === undefined ? column : sql`${column} ->> ${of.key}::text`;
  // Values encrypted under the first key have no number.
  const isOld = newest === 1 ? sql`false` : sql`${text} !~ ${`^${newest}\\.`}::text`;
  let done = 0;
  for (;;) {
    const n = await database.transaction(async (tx) => {
      const found = await tx.rows<SealedRow>(sql`
        select t.ctid::text as place, ${text} as sealed, ${of.about} as about from ${name(of.table)} t
        where ${text} is not null and ${isOld} limit ${AT_ONCE} for no key update of t`);
      const anew = found
        .filter(({ sealed }) => numberOf(sealed) !== newest)
        .map(({ place, sealed, about }) => {
          const open = safe.open(sealed, about);
          return { place, sealed: of.isAlike ? safe.sealAlike(open, about) : safe.seal(open, about) };
        });
      const value =
        of.key === undefined
          ? sql`s.sealed`
          : sql`jsonb_set(${column}, array[${of.key}::text], to_jsonb(s.sealed))`;
      await tx.run(sql`
        update ${name(of.table)} t set ${name(of.column)} = ${value}
        from jsonb_to_recordset(${JSON.stringify(anew)}::jsonb) as s (place text, sealed text) where t.ctid = s.place::tid`);
      return anew.length;
    });
    done += n;
    if (n < AT_ONCE) return done;
  }
}
