/** A process with an endless background transaction, locking a contended row. */
import { openDatabase } from '../../src/app/database/pools/pools.ts';
import { sql } from '../../src/kernel/server/database/sql.ts';

const database = openDatabase({ connectionString: process.env['HELD_URL'] });
await database.transaction(async (tx) => {
  await tx.run(sql`update wanted set n = n + 1`);
  process.stdout.write('held\n');
  await new Promise(() => void setInterval(() => undefined, 1000));
});
