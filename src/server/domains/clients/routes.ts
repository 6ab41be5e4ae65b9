import { clients } from '#contract/clients.ts';
import { implement } from '#server/kernel/implement.ts';
import { sql, where } from '#server/kernel/sql.ts';
import { like } from '#server/kernel/table.ts';

interface Named {
  id: number;
  name: string;
}
interface Asked {
  q?: string;
  ids?: number[];
}
const most = 200;

const chosen = ({ q, ids }: Asked) =>
  where([
    sql`is_active`,
    q !== undefined && q !== '' && sql`name ilike ${like(q)}`,
    ids && sql`id = any(${ids})`,
  ]);

export const clientRoutes = implement(clients, {
  dropdown: (asked, { tx }) =>
    tx.rows<Named>(sql`select id, name from clients ${chosen(asked)} order by name limit ${most}`),
});
