import { tableHandlers } from '#kernel/server/database/table.ts';
import { nameHas } from '#kernel/server/database/search.ts';
import { optionValues } from '#contexts/lenders/contract/option-values.ts';
import { implement } from '#kernel/server/http/implement.ts';
import { sql, where } from '#kernel/server/database/sql.ts';

const most = 200;

export const optionValueRoutes = implement(optionValues, {
  ...tableHandlers<typeof optionValues>({
    domain: 'option-values',
    table: 'option_values',
    columns: { set: 'set', name: 'name', colorCode: 'color_code', isActive: 'is_active' },
    label: 'name',
    filters: { set: (set) => sql`set = ${set}` },
  }),
  dropdown: ({ set, q, ids }, { tx }) =>
    tx.rows<{ id: number; name: string }>(sql`
      select id, name from option_values
      ${where([
        sql`set = ${set}`,
        ids ? sql`id = any(${ids})` : sql`is_active`,
        q !== undefined && nameHas(sql`name`, q),
      ])} order by name, id limit ${most}`),
});
