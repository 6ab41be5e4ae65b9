/** Possible duplicates found in older data; deleted rows are not listed. */
import type { z } from 'zod/mini';
import type { loans } from '#contexts/loans/contract/loans.ts';
import { counted } from '#kernel/server/database/count.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { narrow } from '#kernel/server/database/narrow.ts';
import { type Fragment, sql, where } from '#kernel/server/database/sql.ts';
import { paged } from '#kernel/server/database/table.ts';
import { rememberDifferent } from '#contexts/files/server/questions/answer.ts';
import { loanHas } from '../search.ts';

type Row = z.output<typeof loans.twins.gives>;

/** The loan of a twin: itself, or the loan of a payment. */
const loanOf = (row: Fragment): Fragment =>
  sql`case t.kind when 'payment' then (select p.loan_id from payments p where p.id = ${row}) else ${row} end`;
const from = sql`from identity_twins t join clients c on c.id = t.client_id
  join loans l on l.id = ${loanOf(sql`t.row_id`)} join loans o on o.id = ${loanOf(sql`t.other_id`)}`;
const side = (loan: Fragment, row: Fragment): Fragment => sql`
  jsonb_build_object('id', ${row}, 'loanId', ${loan}.id, 'loanNumber', ${loan}.loan_number, 'name', ${loan}.borrower_name,
    'isActive', ${loan}.is_active, 'totalOutstanding', ${loan}.total_outstanding)`;

export function pageOfTwins(tx: Tx, query: z.output<typeof loans.twins.takes>) {
  const chosen = where(
    narrow<typeof loans.twins>(query, { kind: (kind) => sql`t.kind = ${kind}`, q: (q) => loanHas(q) }),
  );
  return counted(tx, query, sql`${from} ${chosen}`, () =>
    tx.rows<Row>(sql`
      select t.id, t.kind, jsonb_build_object('name', c.name) as client, t.written, t.canonical,
        ${side(sql`l`, sql`t.row_id`)} as row, ${side(sql`o`, sql`t.other_id`)} as other, t.found_at as "foundAt"
      ${from} ${chosen} order by t.id desc ${paged(query)}`),
  );
}

interface CheckedTwin {
  kind: string;
  loanId: number;
  loanNumber: string;
  otherNumber: string;
}
/** Marks a pair as checked: it leaves the list, and the pair is never a question again. */
export async function checkTwin(tx: Tx, id: number, userId: number): Promise<CheckedTwin | undefined> {
  const twin = await tx.one<CheckedTwin & { clientId: number }>(sql`
    select t.kind, t.client_id as "clientId", l.id as "loanId", l.loan_number as "loanNumber", o.loan_number as "otherNumber"
    ${from} where t.id = ${id} for update of t`);
  if (!twin) return undefined;
  await tx.run(sql`delete from identity_twins where id = ${id}`);
  const { kind, clientId, loanId, loanNumber, otherNumber } = twin;
  if (kind !== 'payment')
    await rememberDifferent(tx, { clientId, loanNumber, likeNumber: otherNumber, userId });
  return { kind, loanId, loanNumber, otherNumber };
}
