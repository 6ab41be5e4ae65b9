-- The ledger of contacts: what the contact policy counts, appended by each channel in the transaction of its act. Its
-- key holds the time, so that the table can be partitioned by month.
create table contacts (
  at timestamptz not null,
  source text not null check (source in ('call', 'message', 'visit')),
  source_id bigint not null,
  channel text not null,
  borrower_id bigint references borrowers (id) on delete cascade,
  loan_id bigint,
  number text,
  user_id bigint,
  counts_for text check (counts_for in ('call', 'message', 'visit')),
  is_live boolean not null default false,
  abandoned_at timestamptz,
  primary key (source, source_id, at)
) with (fillfactor = 90);

insert into contacts (at, source, source_id, channel, borrower_id, loan_id, number, user_id, counts_for, is_live, abandoned_at)
select coalesce(k.dialed_at, k.claimed_at), 'call', k.id, 'call', l.borrower_id, k.loan_id, k.phone, k.user_id,
  case when k.direction = 'outbound' and k.outcome is distinct from 'congestion' then 'call' end, k.state <> 'ended',
  case when k.outcome = 'abandoned' then k.ended_at end
from call_attempts k left join loans l on l.id = k.loan_id
where k.dialed_at is not null or k.state <> 'ended'
union all
select m.sent_at, 'message', m.id, m.channel, l.borrower_id, m.loan_id, m.mobile, m.user_id, 'message', false, null
from messages m join loans l on l.id = m.loan_id where m.sent_at is not null
union all
select v.effective_at, 'visit', v.id, 'visit', v.borrower_id, v.loan_id, null, v.user_id, 'visit', false, null from visits v
order by 1;

create index contacts_borrower on contacts (borrower_id, at) where borrower_id is not null;
create index contacts_number on contacts (number, at) where number is not null;
-- For counting a whole campaign: rows lie in the order of their time.
create index contacts_time on contacts using brin (at);

-- Only the policy looked for messages by loan or number and time.
drop index messages_sent, messages_sent_to;
