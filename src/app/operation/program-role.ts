/**
 * The role of the program, where there is one apart from the owner of the tables: named like the owner with `_program` after
 * it. It reads and writes what work needs, adds to what is evidence, and owns nothing (decision 525).
 */
import pg from 'pg';

/** What it may only add to, and the columns it gives: number, moment and transaction are the database's. */
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
/** What only a migration writes. */
const readAlone = ['migration'];
/** Upkeep by ANALYZE and VACUUM is a right of its own since PostgreSQL 17. */
const MAINTAIN_SINCE = 170_000;

const schemas = ['public', 'months', 'jobs', 'report'];

/** Gives the role what it needs, again after each migration; does nothing where there is no such role. Answers whether there is. */
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
  // Files are staged in schemas of their own, which it makes and drops.
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
  for (const [table, columns] of Object.entries(evidence)) await protect(client, role, table, columns);
  return true;
}

/** Its months as well: a month that is named itself has rights of its own. */
async function protect(client: pg.ClientBase, role: string, table: string, columns: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [table],
  );
  await client.query(`
    revoke all on ${[table, ...rows.map(({ name }) => name)].join()} from ${role};
    grant select, insert (${columns}) on ${table} to ${role};`);
  for (const { name } of rows) await client.query(`grant select on ${name} to ${role}`);
}
