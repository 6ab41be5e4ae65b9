import pg from 'pg';
import { Refused } from './refused.ts';
import { toolsText } from '#text/en/program/tools.ts';
import type { Config } from '#app/server/config.ts';
import { hasCluster } from '#app/database/embedded-cluster.ts';
import { refuseBeforeBaseline } from '#app/database/schema/baseline.ts';
import { attachEmbedded, never, startEmbedded, type Embedded } from '#app/database/embedded.ts';
import { checkExternal } from '#app/database/external.ts';

/**
 * The database of the configuration: that of DATABASE_URL, or the embedded one. `share` uses the embedded
 * one of a running server too; otherwise the server must be stopped, and its PostgreSQL may have other `settings` meanwhile.
 * A shared database from before the baseline is refused, since tools write into it as well.
 */
export async function connect(
  config: Config,
  how: { share: true; isNew?: boolean } | { share: false; settings?: Readonly<Record<string, string>> },
): Promise<Embedded> {
  if (config.databaseUrl) {
    const pool: pg.PoolConfig = await checkExternal(config.databaseUrl);
    return checked({ config: pool, stop: async () => undefined, ended: never }, how);
  }
  // A folder that was mistyped would become an empty database.
  if (how.share && !how.isNew && !hasCluster(config.dataDir))
    throw new Refused(toolsText.noCluster(config.dataDir));
  return how.share
    ? checked(await attachEmbedded(config.dataDir), how)
    : startEmbedded(config.dataDir, how.settings);
}

async function checked(embedded: Embedded, { share }: { share: boolean }): Promise<Embedded> {
  if (!share) return embedded;
  const client = new pg.Client(embedded.config);
  // A lost connection is reported by the statement that it interrupts.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await refuseBeforeBaseline(client);
  } catch (error) {
    await embedded.stop();
    throw error;
  } finally {
    await client.end();
  }
  return embedded;
}
