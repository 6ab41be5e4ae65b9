/** Undo data contains previous rows; encrypts plaintext numbers of earlier versions in it. */
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { forgetRowsOf } from '../mend/refusals.ts';
import type { Safe } from '#kernel/server/operation/safe.ts';
import { sealNumber } from '../import/seal-number.ts';

/** Removes an erased person from stored undo data, so that an undo cannot restore them. */
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

interface Was {
  id: number;
  pan: string | null;
  pan_sealed?: string | null;
}
interface Key {
  job_id: number;
  part: number;
  client_id: number;
}
const inClear =
  '$[*] ? (@.pan != null && (!exists(@.pan_sealed) || @.pan_sealed == null) && !(@.pan like_regex "XXXX"))';

export async function changesInClear(
  database: Database,
): Promise<{ seal(tx: Tx, safe: Safe): Promise<void> }[]> {
  const found = await database.rows<Key>(sql`
    select c.job_id, c.part, j.client_id from import_changes c join file_jobs j on j.id = c.job_id
    where c.what = 'borrowers' and jsonb_path_exists(c.before, ${inClear}::jsonpath)`);
  return found.map(({ job_id, part, client_id }) => ({
    async seal(tx, safe) {
      const change = await tx.one<{ before: Was[] }>(sql`
        select before from import_changes where job_id = ${job_id} and part = ${part} and what = 'borrowers' for no key update`);
      if (!change) return;
      const before = change.before.map((was) => {
        if (was.pan === null || was.pan_sealed) return { ...was, pan_sealed: was.pan_sealed ?? null };
        const { mask, sealed } = sealNumber(safe, 'pan', client_id, was.pan);
        return { ...was, pan: mask, pan_sealed: sealed };
      });
      await tx.run(sql`update import_changes set before = ${JSON.stringify(before)}::jsonb
        where job_id = ${job_id} and part = ${part} and what = 'borrowers'`);
    },
  }));
}
