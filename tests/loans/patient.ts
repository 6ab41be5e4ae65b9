/** Rejects loan transfers without an extended timeout, as thousands of them would be. */
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

export async function refuseImpatience<T>(database: Database, work: () => Promise<T>): Promise<T> {
  await database.run(sql`
    create function in_time() returns trigger language plpgsql as $$
    begin
      if current_setting('statement_timeout')::interval < interval '1 minute' then raise query_canceled; end if;
      return null;
    end $$`);
  await database.run(
    sql`create trigger in_time after update of assignee_id, allocation_type_id on loans for each row execute function in_time()`,
  );
  try {
    return await work();
  } finally {
    await database.run(sql`drop function in_time cascade`);
  }
}
