/** Delays after wrong attempts start at one second: on a busy host they expire before the next attempt. */
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

/** Adds an hour to every delay from now on; `askedWaits` has the server's original delays. */
export async function lengthenWaits(database: Database): Promise<void> {
  await database.run(
    sql`create table asked_waits (n bigint generated always as identity, key text, seconds numeric)`,
  );
  await database.run(sql`create function lengthen_wait() returns trigger language plpgsql as 'begin
    insert into asked_waits (key, seconds) values (new.key, extract(epoch from new.blocked_until - now()));
    new.blocked_until := new.blocked_until + interval ''1 hour''; return new; end'`);
  await database.run(sql`create trigger lengthen_wait before insert or update on throttle for each row
    when (new.blocked_until > now()) execute function lengthen_wait()`);
}

/** In seconds, the last one last. */
export async function askedWaits(database: Database, key: string): Promise<number[]> {
  const rows = await database.rows<{ seconds: number }>(
    sql`select seconds::int as seconds from asked_waits where key = ${key} order by n`,
  );
  return rows.map(({ seconds }) => seconds);
}
