/**
 * One node at a time receives exchange events; it renews a lease in the database, and another takes over when it
 * expires.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '#kernel/server/database/database.ts';
import { sql } from '#kernel/server/database/sql.ts';

export interface Line {
  /** Acquires or renews the lease; false while another node has it. */
  hold(isUp: boolean): Promise<boolean>;
  /** Whether any node receives events now. */
  isUp(): Promise<boolean>;
  /** Node that receives its events; null: none. */
  holder?(): Promise<string | null>;
  release(): Promise<void>;
}

export function lineOf(database: Database, provider: string): Line {
  const node = randomUUID();
  const holder = async (): Promise<string | null> =>
    (
      await database.one<{ node: string }>(
        sql`select node from telephony_lines where provider = ${provider} and is_up and expires_at > now()`,
      )
    )?.node ?? null;
  return {
    hold: async (isUp) =>
      (await database.run(sql`
        insert into telephony_lines as t (provider, node, is_up, expires_at)
        values (${provider}, ${node}, ${isUp}, now() + interval '6 seconds')
        on conflict (provider) do update set node = excluded.node, is_up = excluded.is_up, expires_at = excluded.expires_at
        where t.node = excluded.node or t.expires_at < now()`)) > 0,
    isUp: async () => (await holder()) !== null,
    holder,
    async release() {
      await database.run(
        sql`update telephony_lines set is_up = false, expires_at = now() where provider = ${provider} and node = ${node}`,
      );
    },
  };
}
