/** A message is a contact from its permit, or its sending; an undeliverable one was none. */
import { appendContacts, closeContacts } from '#contexts/contact/server/policy/ledger.ts';
import { type Fragment, sql } from '#kernel/server/database/sql.ts';

/** CTEs that update the contact ledger for messages; `changed` has rows of `messages`. */
export const contactsOf = (changed: Fragment): Fragment => sql`
  contacts_made as (${appendContacts(sql`
    select m.sent_at as at, 'message' as source, m.id as source_id, m.channel, m.loan_id, m.mobile as number, m.user_id,
      'message' as counts_for, false as is_live from ${changed} m where m.sent_at is not null`)}),
  contacts_failed as (${closeContacts(sql`
    select 'message' as source, m.id as source_id, false as counts, null::timestamptz as abandoned_at,
      null::bigint as user_id from ${changed} m where m.sent_at is null`)})`;
