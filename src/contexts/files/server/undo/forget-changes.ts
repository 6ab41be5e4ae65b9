/** What a file changed in rows is stored so that the file can be undone; an erased person is removed from it. */
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { forgetRowsOf } from '../mend/refusals.ts';

/** Removes an erased person from stored undo data, so that an undo cannot bring them back. */
export async function forgetChanges(tx: Tx, borrowerId: number, loanIds: readonly number[]): Promise<void> {
  await forgetRowsOf(tx, loanIds);
  for (const [what, ids] of [
    ['borrowers', [borrowerId]],
    ['loans', [...loanIds]],
  ] as const)
    await tx.run(sql`
      update import_changes c set before = coalesce((select jsonb_agg(was) from jsonb_array_elements(c.before) was
        where (was->>'id')::bigint <> all(${ids}::bigint[])), '[]')
      where c.what = ${what} and exists (select from jsonb_array_elements(c.before) was
        where (was->>'id')::bigint = any(${ids}::bigint[]))`);
}
