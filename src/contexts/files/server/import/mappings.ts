import type { FileMapping } from '#contexts/files/contract/reader/columns/file-mapping.ts';
import type { JobType } from '#contexts/files/contract/file-kinds.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

/** How a lender's files of a kind were read last. */
export const mappingOf = async (tx: Tx, clientId: number, type: JobType): Promise<FileMapping | undefined> =>
  (
    await tx.one<{ mapping: FileMapping }>(
      sql`select mapping from file_mappings where client_id = ${clientId} and type = ${type}`,
    )
  )?.mapping;

export const keepMapping = (
  tx: Tx,
  clientId: number,
  type: JobType,
  { mapping, userId }: { mapping: FileMapping; userId: number },
): Promise<number> =>
  tx.run(sql`
    insert into file_mappings (client_id, type, mapping, user_id)
    values (${clientId}, ${type}, ${JSON.stringify(mapping)}::jsonb, ${userId})
    on conflict (client_id, type) do update set mapping = excluded.mapping, user_id = excluded.user_id, updated_at = now()`);
