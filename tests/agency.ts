/** Minimal agency: two lenders and one role of each type; tests add users. */
import { roleTypes } from '../src/kernel/contract/access.ts';
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

export async function agency(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [i, roleType] of roleTypes.entries())
      await tx.run(
        sql`insert into roles (id, slug, name, role_type) values (${i + 1}, ${roleType}, ${roleType}, ${roleType})`,
      );
    await tx.run(sql`alter table roles alter column id restart with 100`);
    await tx.run(sql`insert into clients (id, name) values (1, 'Asha Microfinance'), (2, 'Bharat Finance')`);
    await tx.run(sql`update clients set caller_id = (1600000000 + id)::text`);
    await tx.run(
      sql`insert into portfolios (id, name, client_id) values (1, 'Asha Retail', 1), (2, 'Bharat Retail', 2)`,
    );
    await tx.run(sql`alter table clients alter column id restart with 100`);
    await tx.run(sql`alter table portfolios alter column id restart with 100`);
  });
}
