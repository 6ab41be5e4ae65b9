import { users } from '#contexts/agency/contract/users.ts';
import { businessDay } from '#kernel/server/operation/clock.ts';
import type { CsvColumn } from '#kernel/server/files/csv-table.ts';
import type { ExportSource } from '#kernel/server/files/export.ts';
import { sql } from '#kernel/server/database/sql.ts';
import { usersText as say } from '#contexts/agency/text/en/users.ts';
import { type UserQuery, countOfList, fullName, wholeList } from './store.ts';

/** Columns of an exported user list. */
export const exportColumns: readonly CsvColumn[] = [
  { head: say.name, value: sql`${fullName}` },
  { head: say.userName, value: sql`u.email` },
  { head: say.roleId, value: sql`r.name` },
  { head: say.extensionNumber, value: sql`u.extension_number`, as: 'number' },
  {
    head: say.userType,
    value: sql`case u.user_type when 'internal' then ${say.userTypes.internal} else ${say.userTypes.external} end`,
  },
  { head: say.doj, value: sql`u.doj`, as: 'day' },
  { head: say.centerId, value: sql`c.name` },
  { head: say.reportingTo, value: sql`l.first_name || ' ' || l.last_name` },
  { head: say.reportingRole, value: sql`lr.name` },
  { head: say.target, value: sql`t.amount`, as: 'money' },
  { head: say.isActive, value: sql`case when u.is_active then ${say.yes} else ${say.no} end` },
];

export const userExport: ExportSource = {
  type: 'users',
  list: users.list,
  read(actor, asked: UserQuery, now) {
    const from = wholeList(actor, { ...asked, today: businessDay(now) });
    return { columns: exportColumns, from, count: countOfList(actor, asked) };
  },
};
