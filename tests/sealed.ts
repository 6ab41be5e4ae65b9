/** Chaining of audit events in tests: requested until complete. */
import { expect } from 'vitest';
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

/** One call is insufficient: the server chains as well, one at a time, and an open transaction delays newer events. */
export const untilSealed = (database: Database): Promise<void> =>
  expect
    .poll(async () => {
      await database.run(sql`select seal_events(1000000)`);
      return database.one(sql`select count(*)::int as unsealed from event
        where not exists (select from event_seal where event_id = event.id)`);
    })
    .toEqual({ unsealed: 0 });
