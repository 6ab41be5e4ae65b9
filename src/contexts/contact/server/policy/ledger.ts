/**
 * Contact ledger. A channel appends its contact in the transaction of its act, as part of the statement that writes it;
 * the contact policy includes these rows and nothing else.
 */
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/**
 * A statement that appends contacts: `rows` has at, source, source_id, channel, loan_id, number, user_id, counts_for and
 * is_live. The time is that of the permit. The same contact at the same time is written once.
 */
export const appendContacts = (rows: Fragment): Fragment => sql`
  insert into contacts (at, source, source_id, channel, borrower_id, loan_id, number, user_id, counts_for, is_live)
  select r.at, r.source, r.source_id, r.channel, l.borrower_id, r.loan_id, r.number, r.user_id, r.counts_for, r.is_live
  from (${rows}) r left join loans l on l.id = r.loan_id
  on conflict (source, source_id, at) do update set counts_for = excluded.counts_for, is_live = excluded.is_live`;

/**
 * A statement that closes contacts: `rows` has source, source_id, counts, abandoned_at and user_id. An uncompleted
 * contact remains in the ledger and is not included.
 */
export const closeContacts = (rows: Fragment): Fragment => sql`
  update contacts c set is_live = false, counts_for = case when r.counts then c.counts_for end,
    abandoned_at = r.abandoned_at, user_id = coalesce(r.user_id, c.user_id)
  from (${rows}) r where c.source = r.source and c.source_id = r.source_id`;

/** A statement that assigns contacts to the person they turned out to be with: `rows` has source, source_id and loan_id. */
export const identifyContacts = (rows: Fragment): Fragment => sql`
  update contacts c set loan_id = l.id, borrower_id = l.borrower_id
  from (${rows}) r join loans l on l.id = r.loan_id where c.source = r.source and c.source_id = r.source_id`;

/** Loans with a contact in these days, in India; for evidence, not for decisions. */
export const contactedLoans = (from: string, to: string): Fragment => sql`
  select k.loan_id from contacts k where k.at >= ${from}::date::timestamp at time zone 'Asia/Kolkata'
    and k.at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
