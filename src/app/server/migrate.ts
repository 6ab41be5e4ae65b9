import type { Database } from '#kernel/server/database/database.ts';
import { applyMigrations } from '#kernel/server/db/migrate.ts';
import { clearReport, makeReport } from '#contexts/reporting/server/analysts/report.ts';
import { commonColumns } from './common-columns.ts';
import { describedTables } from './tables.ts';

/** Brings a database up to this program, with what its tables and columns mean and the analysts' views. */
export const migrate = (database: Database): Promise<string[]> =>
  applyMigrations(database, {
    meanings: { tables: describedTables, columns: commonColumns },
    views: { clear: clearReport, make: makeReport },
  });
