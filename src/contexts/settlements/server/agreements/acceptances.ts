/** Acceptances of borrowers: append-only rows, each with its hash in the event of the acceptance. */
import { hash } from 'node:crypto';
import type { z } from 'zod/mini';
import type { agreements } from '#contexts/settlements/contract/agreements.ts';
import type { Tx } from '#kernel/server/database/database.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** Ids of a settlement and the agreements that it replaces, the newest first. */
const chainOf = (settlementId: Fragment | number): Fragment => sql`
  with recursive chain (id) as (
    select ${settlementId}::bigint union select s.replaces_id from chain c join settlements s on s.id = c.id
    where s.replaces_id is not null)
  select id from chain`;

interface AcceptedTerms {
  settlementId: number;
  language: string;
  termsVersion: number;
  terms: string;
  /** Keyed hash of the one-time code of the acceptance. */
  codeMac: string;
  /** Number that the code was sent to. */
  mobile: string | null;
  now: Date;
}

interface Acceptance {
  id: number;
  settlementId: number;
  version: number;
  loanId: number;
  amount: number;
  outstanding: number;
  graceDays: number;
  countsFrom: string;
  instalments: { dueOn: string; amount: number }[];
  terms: string;
  termsVersion: number;
  language: string;
  channel: string;
  codeMac: string | null;
  sentTo: string | null;
  acceptedAt: string;
  hash: string | null;
}
export const acceptanceColumns = sql`
  a.id, a.settlement_id as "settlementId", a.version, a.loan_id as "loanId", a.amount, a.outstanding, a.grace_days as "graceDays",
  a.counts_from as "countsFrom", a.instalments, a.terms, a.terms_version as "termsVersion", a.language, a.channel,
  a.code_mac as "codeMac", a.sent_to as "sentTo", a.accepted_at as "acceptedAt", a.hash`;

/** Returns the SHA-256 of an acceptance. */
const hashOf = (kept: Omit<Acceptance, 'id' | 'hash'>): string =>
  hash(
    'sha256',
    JSON.stringify([
      kept.settlementId,
      kept.version,
      kept.loanId,
      kept.amount,
      kept.outstanding,
      kept.graceDays,
      kept.countsFrom,
      kept.instalments.map(({ dueOn, amount }) => [dueOn, amount]),
      kept.terms,
      kept.termsVersion,
      kept.language,
      kept.channel,
      kept.codeMac,
      kept.sentTo,
      new Date(kept.acceptedAt).toISOString(),
    ]),
  );

/** Adds the acceptance of a plan; returns its version and hash for the event. */
export async function addAcceptance(tx: Tx, o: AcceptedTerms): Promise<{ version: number; hash: string }> {
  const kept = await tx.one<Omit<Acceptance, 'id' | 'hash'>>(sql`
    select s.id as "settlementId", 1 + (select count(*)::int from settlement_acceptances a where a.settlement_id in (${chainOf(o.settlementId)})) as version,
      s.loan_id as "loanId", s.amount, q.outstanding, q.grace_days as "graceDays", coalesce(q.counts_from, q.offered_on) as "countsFrom",
      (select jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
        from settlement_instalments i where i.settlement_id = s.id) as instalments,
      ${o.codeMac} as "codeMac", 'XXXXXX' || right(${o.mobile}::text, 4) as "sentTo", ${o.terms} as terms, ${o.termsVersion}::int as "termsVersion",
      ${o.language} as language, 'sms' as channel, ${o.now.toISOString()} as "acceptedAt"
    from settlements s join settlement_plans q on q.settlement_id = s.id where s.id = ${o.settlementId}`);
  if (!kept) throw new Error('no plan to accept');
  const mark = hashOf(kept);
  await tx.run(sql`
    insert into settlement_acceptances (settlement_id, version, loan_id, amount, outstanding, grace_days, counts_from, instalments,
      terms, terms_version, language, channel, code_mac, sent_to, accepted_at, hash)
    values (${kept.settlementId}, ${kept.version}, ${kept.loanId}, ${kept.amount}, ${kept.outstanding}, ${kept.graceDays},
      ${kept.countsFrom}, ${JSON.stringify(kept.instalments)}::jsonb, ${kept.terms}, ${kept.termsVersion}, ${kept.language},
      ${kept.channel}, ${kept.codeMac}, ${kept.sentTo}, ${o.now}, ${mark})`);
  return { version: kept.version, hash: mark };
}

/** Hash of acceptance `a` in its event; null if the event is not in the database. */
export const notedHash: Fragment = sql`(
  select e.facts ->> 'hash' from event e where e.domain = 'settlements' and e.entity_id = a.settlement_id
    and e.type = 'settlements.offer' and e.facts ->> 'became' = 'accepted' and e.facts ->> 'agreement' = a.version::text
  order by e.id desc limit 1)`;
export interface NotedAcceptance extends Acceptance {
  notedHash: string | null;
}
/** True if row, hash and event agree. Rows from before hashes were stored have neither hash nor event. */
export const isAsNoted = (row: NotedAcceptance): boolean =>
  row.hash === row.notedHash && (row.hash === null || row.hash === hashOf(row));

/** Returns the acceptances of a settlement and of those it replaces; verified: row, hash and event agree. */
export async function agreementsOf(
  tx: Tx,
  settlementId: number,
): Promise<z.output<typeof agreements.ofSettlement.gives>[]> {
  const rows = await tx.rows<NotedAcceptance>(sql`
    select ${acceptanceColumns}, ${notedHash} as "notedHash"
    from settlement_acceptances a where a.settlement_id in (${chainOf(settlementId)}) order by a.version, a.id`);
  return rows.map((row) => ({
    id: row.id,
    settlementId: row.settlementId,
    version: row.version,
    amount: row.amount,
    outstanding: row.outstanding,
    graceDays: row.graceDays,
    instalments: row.instalments,
    terms: row.terms,
    language: row.language,
    channel: row.channel,
    sentTo: row.sentTo,
    acceptedAt: row.acceptedAt,
    hash: row.hash,
    isSealed: row.hash !== null && isAsNoted(row),
  }));
}
