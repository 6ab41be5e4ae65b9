/** Dates and amounts of a customer file that were left out, written to their loans once they can be read. */
import { fileColumns } from '#contexts/files/contract/file-kinds.ts';
import type { LaterValues } from '#contexts/files/server/import/import-kinds.ts';
import { stageColumn as staged } from '#contexts/files/server/import/stage.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, name, sql } from '#kernel/server/database/sql.ts';
import { ofBorrower, ofLoan } from './apply-customers.ts';

const keys = fileColumns.CUSTOMER_FILE.flatMap(({ key, kind, isSpare }) =>
  isSpare && (kind === 'date' || kind === 'amount') ? [key] : [],
);
const isOfBorrower = (key: string): boolean => ofBorrower.some(([, one]) => one === key);
function columnOf(key: string): Fragment {
  const found = [...ofLoan, ...ofBorrower].find(([, one]) => one === key);
  if (!found) throw new Error(`no column for ${key}`);
  return name(found[0]);
}

const changeLoans = (tx: Tx, key: string, rows: Fragment): Promise<{ was: unknown } | undefined> =>
  tx.one(sql`
    with changed as (
      update loans set ${columnOf(key)} = r.${staged(key)}, updated_at = now()
      from (${rows}) c join stage r on r.n = c.n join loans was on was.id = c.loan_id where loans.id = was.id
      returning loans.id, was.${columnOf(key)}, was.changed_tx::text as was_tx)
    select coalesce(jsonb_agg(to_jsonb(changed)), '[]') as was from changed`);

/** By the last row of a person. The moment of their last change stays, so that an undo sees what others changed. */
const changeBorrowers = (tx: Tx, key: string, rows: Fragment): Promise<{ was: unknown } | undefined> =>
  tx.one(sql`
    with changed as (
      update borrowers set ${columnOf(key)} = r.${staged(key)}
      from (select distinct on (l.borrower_id) l.borrower_id, c.n from (${rows}) c join loans l on l.id = c.loan_id
          order by l.borrower_id, c.n desc) c
        join stage r on r.n = c.n join borrowers was on was.id = c.borrower_id where borrowers.id = was.id
      returning borrowers.id, was.${columnOf(key)})
    select coalesce(jsonb_agg(to_jsonb(changed)), '[]') as was from changed`);

export const laterValues: LaterValues = {
  keys,
  isOfBorrower,
  stored: (key) => sql`${isOfBorrower(key) ? sql`b` : sql`l`}.${columnOf(key)}::text`,
  async write(tx, key, rows, remember) {
    const isPerson = isOfBorrower(key);
    const changed = await (isPerson ? changeBorrowers : changeLoans)(tx, key, rows);
    await remember(isPerson ? 'borrowers' : 'loans', changed?.was);
  },
};
