import { nameHas } from '#kernel/server/database/search.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

interface Offered {
  id: number;
  name: string;
  cityName: string | null;
  stateName: string | null;
}
const most = 200;

/** Active centers, or those that are chosen already, whether active or not. */
export const offeredCenters = (tx: Tx, { q, ids }: { q?: string; ids?: number[] }): Promise<Offered[]> =>
  tx.rows<Offered>(sql`
    select c.id, c.name, t.name as "cityName", s.name as "stateName"
    from centers c left join cities t on t.id = c.city_id left join states s on s.id = c.state_id
    ${where([
      ids ? sql`c.id = any(${ids})` : sql`c.is_active`,
      q !== undefined &&
        sql`c.id = any(array(
          select id from centers where ${nameHas(sql`name`, q)}
          union select id from centers where city_id = any(array(select id from cities where ${nameHas(sql`name`, q)}))
          union select id from centers where state_id = any(array(select id from states where ${nameHas(sql`name`, q)}))))`,
    ])} order by c.name, c.id limit ${most}`);
