import type pg from 'pg';
import type { Config } from '#app/server/config.ts';
import { attachEmbedded, never, startEmbedded, type Embedded } from '#app/database/embedded.ts';
import { checkExternal } from '#app/database/external.ts';

/**
 * The database of the configuration: that of DATABASE_URL, or the embedded one. `share` uses the embedded
 * one of a running server too; otherwise the server must be stopped, and its PostgreSQL may have other `settings` meanwhile.
 */
export async function connect(
  config: Config,
  how: { share: true } | { share: false; settings?: Readonly<Record<string, string>> },
): Promise<Embedded> {
  if (config.databaseUrl) {
    const pool: pg.PoolConfig = await checkExternal(config.databaseUrl);
    return { config: pool, stop: async () => undefined, ended: never };
  }
  return how.share ? attachEmbedded(config.dataDir) : startEmbedded(config.dataDir, how.settings);
}
