/** Resolves a session token to an actor, in one statement. */
import type { Tx } from '#kernel/server/database/database.ts';
import { keptOf } from '#kernel/server/database/kept.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';
import { type Authenticator, type ServerActor, hashOf } from '#kernel/server/http/actor.ts';

interface Row extends Omit<ServerActor, 'flags'> {
  flags: string[];
  version: string;
}
function actorFrom(tx: Tx, row: Row): ServerActor {
  const { version: _, flags, ...rest } = row;
  return { ...rest, flags: setOf(tx, flags) };
}

// Few distinct flag lists and users recur on every request; caching is cheaper than rebuilding them.
const caches = keptOf(() => ({
  sets: new Map<string, ReadonlySet<string>>(),
  actors: new Map<string, ServerActor>(),
}));
const mostKept = 5000;
function keep<V>(cache: Map<string, V>, key: string, value: V): V {
  if (cache.size >= mostKept) cache.clear();
  cache.set(key, value);
  return value;
}
function setOf(tx: Tx, flags: readonly string[]): ReadonlySet<string> {
  const { sets } = caches(tx);
  const key = flags.join(' ');
  return sets.get(key) ?? keep(sets, key, new Set(flags));
}

/** Includes users who must set up a second factor first. */
const anyActorOf = (tx: Tx, token: string): Promise<ServerActor | null> => ask(tx, hashOf(token));
export async function actorOf(tx: Tx, token: string): Promise<ServerActor | null> {
  const actor = await anyActorOf(tx, token);
  return actor?.mustSetUp ? null : actor;
}

const live = (hash: Buffer): Fragment => sql`
  from session s join users u on u.id = s.user_id join roles r on r.id = u.role_id
  where s.token_hash = ${hash} and u.is_active and s.expires_at > now() and s.seen_at + s.idle > now()`;
const isQuiet = sql`s.seen_at < now() - interval '1 minute'`;
/**
 * PostgreSQL changes xmin with every update: equal values mean equal permissions. The key includes the token: a restored
 * database may reuse session and transaction ids.
 */
const version = sql`concat_ws(' ', s.id, u.xmin, r.xmin, s.must_set_up, ${isQuiet})`;

const columns = sql`u.id, r.id as "roleId", u.client_id as "clientId", r.role_type as "roleType", r.slug, r.flags,
  r.name as "roleName", u.first_name as "firstName", u.last_name as "lastName", u.email`;

async function readAnew(tx: Tx, hash: Buffer, key: string): Promise<ServerActor | null> {
  const row = await tx.one<Row>(sql`
    select ${version} as version, s.id as "sessionId", ${isQuiet} as "isQuiet",
      s.must_set_up and r.requires_second_factor as "mustSetUp", ${columns} ${live(hash)}`);
  if (!row) return null;
  const { actors } = caches(tx);
  return actors.get(key + row.version) ?? keep(actors, key + row.version, actorFrom(tx, row));
}

/** A cached actor is reused while its version is unchanged, so usually only the version is read. */
async function ask(tx: Tx, hash: Buffer): Promise<ServerActor | null> {
  const row = await tx.one<{ version: string }>(sql`select ${version} as version ${live(hash)}`);
  const key = hash.toString('latin1');
  return row ? (caches(tx).actors.get(key + row.version) ?? readAnew(tx, hash, key)) : null;
}

/** Current state of a user, for work outliving their session; null when deactivated. */
export async function actorById(
  tx: Tx,
  userId: number,
  o: { evenDeactivated?: boolean } = {},
): Promise<ServerActor | null> {
  const row = await tx.one<Row>(sql`
    select '' as version, 0 as "sessionId", false as "isQuiet", false as "mustSetUp", ${columns}
    from users u join roles r on r.id = u.role_id where u.id = ${userId} and (u.is_active or ${o.evenDeactivated ?? false})`);
  return row ? actorFrom(tx, row) : null;
}

const touch = (sessionId: number): Fragment =>
  sql`update session set seen_at = now() where id = ${sessionId} and seen_at < now() - interval '1 minute'`;

export const authenticator: Authenticator = { actorOf, touch, entering: { actorOf: anyActorOf, touch } };
