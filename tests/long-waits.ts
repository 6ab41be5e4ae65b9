/** Waits after wrong tries begin with a second: on a busy machine they are over before the next try is judged. */
import type { Database } from '../src/kernel/server/database/database.ts';
import { sql } from '../src/kernel/server/database/sql.ts';

/** From now on whoever has to wait waits an hour more; `askedWaits` is what the server itself asked for. */
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
