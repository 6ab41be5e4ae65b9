/** Contact ledger helper: for tests that write calls, messages or visits directly, or verify its content. */
import { contactsMade } from '../src/app/demo/load/contacts.ts';
import { type Database } from '../src/kernel/server/database/database.ts';
import { Fragment, sql } from '../src/kernel/server/database/sql.ts';

/** Appends what the channels would have appended. */
export const appendContacts = (database: Database): Promise<number> =>
  database.run(new Fragment([contactsMade], []));

/** Expected contacts: derived from the channels' rows. */
const acts = sql`
  select 'call' as source, k.id as source_id, 'call' as channel, l.borrower_id, k.loan_id, k.phone as number,
    case when k.direction = 'outbound' and k.outcome is distinct from 'congestion' and (k.dialed_at is not null or k.state <> 'ended')
      then 'call' end as counts_for, k.state <> 'ended' as is_live, case when k.outcome = 'abandoned' then k.ended_at end as abandoned_at
  from call_attempts k left join loans l on l.id = k.loan_id
  union all
  select 'message', m.id, m.channel, l.borrower_id, m.loan_id, m.mobile, 'message', false, null
  from messages m join loans l on l.id = m.loan_id where m.sent_at is not null
  union all
  select 'visit', v.id, 'visit', v.borrower_id, v.loan_id, null, 'visit', false, null from visits v`;
const shown = sql`source, source_id, channel, borrower_id, loan_id, number, counts_for, is_live, abandoned_at`;
const says = sql`counts_for is not null or is_live or abandoned_at is not null`;

/** Missing and extra ledger rows. */
export const contactsThatDiffer = (database: Database): Promise<object[]> =>
  database.rows(sql`
    with acts as (select ${shown} from (${acts}) a where ${says}), kept as (select ${shown} from contacts where ${says})
    (select 'not in the ledger' as what, a.* from (select * from acts except all select * from kept) a)
    union all (select 'only in the ledger', k.* from (select * from kept except all select * from acts) k)`);
