/** Recordings of the exchange as `npm run exchange:config` reports them: their folder, and how much is stored there. */
import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Ari } from '#contexts/dialer/server/telephony/asterisk/ari.ts';
import { storedOn } from '#contexts/dialer/server/telephony/asterisk/recorder/copies.ts';
import { exchangeText as say } from '#contexts/dialer/text/en/exchange.ts';
import { openDatabase } from '#app/database/pools/pools.ts';
import { sql } from '#kernel/server/database/sql.ts';
import type { Config } from '#app/server/config.ts';
import { connect } from '../connect.ts';

/** Creates the recordings folder if the exchange is on this host and permissions suffice; else shows the command. */
export function recordingFolderWords(spool: string): string {
  const folder = path.join(spool, 'recording');
  if (existsSync(folder)) return say.folderThere(folder);
  try {
    const { uid, gid } = statSync(spool);
    mkdirSync(folder, { mode: 0o750 });
    chownSync(folder, uid, gid);
    return say.folderMade(folder);
  } catch {
    return say.folderNeeded(folder);
  }
}

/** Start of the oldest of these calls, in India; empty: all unknown. */
async function oldestOf(config: Config, references: readonly string[]): Promise<string> {
  if (references.length === 0) return '';
  const embedded = await connect(config, { share: true });
  const database = openDatabase(embedded.config);
  try {
    const found = await database.one<{ at: string | null }>(sql`
      select to_char(min(claimed_at) at time zone 'Asia/Kolkata', 'DD-MM-YYYY HH24:MI') as at
      from call_attempts where reference_id = any(${[...references]}::uuid[])`);
    return found?.at ?? '';
  } finally {
    await database.end();
    await embedded.stop();
  }
}

const megabyte = 1_000_000;
export async function storedWords(config: Config, ari: Ari, app: string): Promise<string> {
  const stored = await storedOn(ari, app, new Date()).catch(() => undefined);
  if (!stored) return say.notListed;
  const oldest = await oldestOf(
    config,
    stored.recordings.map(({ recId }) => recId),
  );
  return say.stored(stored.files, (stored.bytes / megabyte).toFixed(1), oldest);
}
