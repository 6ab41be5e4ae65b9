/** An agency with some months of work, generated once per folder. */
import { join } from 'node:path';
import { attachEmbedded, type Embedded } from '../../src/app/database/embedded.ts';
import { migrate } from '../../src/app/database/migrate.ts';
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { isEmptyAgency, loadDemo } from '../../src/app/demo/load/load.ts';
import { foldSums, rebuildSums } from '../../src/contexts/reporting/server/sums.ts';
import type { Database } from '../../src/kernel/server/database/database.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';
import { fillYear } from './boards-year.ts';

interface Grown {
  database: Database;
  postgres: Embedded;
  /** Its data folder. */
  place: string;
}
export async function grownAgency(folder: string, loans: number, months: number): Promise<Grown> {
  const place = join(folder, `growth-${loans}-${months}`);
  const postgres = await attachEmbedded(place);
  const database = openDatabase(postgres.config);
  await migrate(database);
  if (await isEmptyAgency(database)) {
    await loadDemo(database, { loans, agents: Math.min(500, Math.max(12, Math.round(loans / 2000))) });
    const client = await database.connect();
    await fillYear(client, months);
    client.release();
    await rebuildSums(database, new Date());
  }
  await foldSums(database);
  await database.run(sql`checkpoint`);
  return { database, postgres, place };
}
