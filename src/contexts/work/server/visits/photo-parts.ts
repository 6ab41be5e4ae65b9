/** Photos uploaded in parts, each stored separately, so that an interrupted upload resumes. */
import { createHash } from 'node:crypto';
import { Failure } from '#kernel/contract/failure.ts';
import type { Database, Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { PhotoPart } from './rules.ts';

/** False where this part, or one of another photo, is there already. */
export async function keepPart(tx: Tx, visitId: number, o: PhotoPart & { bytes: Buffer }): Promise<boolean> {
  const kept = await tx.run(sql`
    insert into visit_photo_parts (visit_id, part, parts, digest, bytes)
    select ${visitId}, ${o.part}, ${o.parts}, ${o.digest}, ${o.bytes}
    where not exists (select from visit_photo_parts
      where visit_id = ${visitId} and (digest <> ${o.digest} or parts <> ${o.parts}))
    on conflict do nothing`);
  return kept === 1;
}

/** The photo, once its last part arrived, with its parts deleted; undefined until then. */
export async function wholePhoto(tx: Tx, visitId: number, o: PhotoPart): Promise<Buffer | undefined> {
  const found = await tx.one<{ count: number; bytes: Buffer }>(sql`
    select count(*)::int as count, string_agg(bytes, ''::bytea order by part) as bytes
    from visit_photo_parts where visit_id = ${visitId}
    having count(*) = ${o.parts}`);
  if (!found) return undefined;
  if (createHash('sha256').update(found.bytes).digest('hex') !== o.digest)
    throw new Failure('INVALID_INPUT', {}, [{ path: 'digest', fault: 'invalid' }]);
  await tx.run(sql`delete from visit_photo_parts where visit_id = ${visitId}`);
  return found.bytes;
}

/** Retention of parts from phones offline for long; later ones are not expected. */
export const forgetParts = (database: Database): Promise<number> =>
  database.run(sql`delete from visit_photo_parts where created_at < now() - interval '180 days'`);
