/**
 * Role of the servers, if separate from the owner of the tables: the owner's name with `_program` appended. It reads and
 * writes application data, may only append to evidence, and owns nothing (decision 525).
 */
import pg from 'pg';

/** Append-only tables and the columns the role may insert: number, time and transaction are set by the database. */
const evidence: Readonly<Record<string, string>> = {
  event: 'actor_id, type, domain, entity_id, facts, request_id, origin',
  event_seal: 'event_id, hash',
  audit_anchor: 'n, hash, at, why, key_id, mac',
  postings:
    'loan_id, client_id, person_id, day, amount, from_account, to_account, reason, source, source_id, by_id, note, opening_id',
  settlement_acceptances:
    'settlement_id, version, loan_id, amount, outstanding, grace_days, counts_from, instalments, terms, terms_version, language, channel, code_mac, sent_to, accepted_at, hash',
  access_records: 'at, actor_id, endpoint, borrower_ids, loan_ids, rows, asked, origin, request_id',
};
/** Tables that only a migration writes. */
const readAlone = ['migration'];
/** PostgreSQL version since which ANALYZE and VACUUM can be granted (MAINTAIN). */
const MAINTAIN_SINCE = 170_000;

const schemas = ['public', 'jobs', 'report'];

/** Grants the role its rights, again after each migration; does nothing if the role does not exist. Returns true if it exists. */
export async function grantProgram(client: pg.ClientBase, name?: string): Promise<boolean> {
  const { rows } = await client.query<{ role: string; base: string; version: number }>(
    `select rolname as role, current_database() as base, current_setting('server_version_num')::int as version
     from pg_roles where rolname = coalesce($1, current_user || '_program')`,
    [name ?? null],
  );
  const [found] = rows;
  if (!found) return false;
  const role = pg.escapeIdentifier(found.role);
  const upkeep = found.version >= MAINTAIN_SINCE ? ', maintain' : '';
  // The role creates and drops a schema per import for staging.
  await client.query(
    `grant connect, temporary, create on database ${pg.escapeIdentifier(found.base)} to ${role}`,
  );
  const there = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any($1)',
    [schemas],
  );
  for (const { name: schema } of there.rows)
    await client.query(`
      grant usage on schema ${schema} to ${role};
      grant select, insert, update, delete${upkeep} on all tables in schema ${schema} to ${role};
      grant usage, select on all sequences in schema ${schema} to ${role};
      grant execute on all functions in schema ${schema} to ${role}`);
  await client.query(`revoke insert, update, delete${upkeep} on ${readAlone.join()} from ${role}`);
  for (const [table, columns] of Object.entries(evidence))
    await client.query(`
      revoke all on ${table} from ${role};
      grant select, insert (${columns}) on ${table} to ${role}`);
  return true;
}
