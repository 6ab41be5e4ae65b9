import type { Database } from '#kernel/server/database/database.ts';
import { applyMigrations } from '#kernel/server/db/migrate.ts';
import { describedTables } from './tables.ts';

/** Brings a database up to this program, with what its tables and columns mean. */
export const migrate = (database: Database): Promise<string[]> => applyMigrations(database, describedTables);
