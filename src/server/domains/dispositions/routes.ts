import { dispositions } from '#contract/dispositions.ts';
import { implement } from '#server/kernel/implement.ts';
import { sql } from '#server/kernel/sql.ts';

interface Row {
  id: number;
  name: string;
  parentId: number | null;
  priority: number;
}

export const dispositionRoutes = implement(dispositions, {
  /** Those that apply to every client, and those of the client asked for. */
  options: ({ clientId }, { tx }) =>
    tx.rows<Row>(sql`
      select id, name, parent_id as "parentId", priority from dispositions d
      where is_active and (default_apply or exists
        (select from disposition_clients c where c.disposition_id = d.id and c.client_id = ${clientId ?? null}))
      order by priority, name`),
});
