/** The ledger of contacts for calls, messages and visits that were written without their channels. */
export const contactsMade = `
  insert into contacts (at, source, source_id, channel, borrower_id, loan_id, number, user_id, counts_for, is_live, abandoned_at)
  select * from (
    select coalesce(k.dialed_at, k.claimed_at) as at, 'call', k.id, 'call', l.borrower_id, k.loan_id, k.phone, k.user_id,
      case when k.direction = 'outbound' and k.outcome is distinct from 'congestion' then 'call' end, k.state <> 'ended',
      case when k.outcome = 'abandoned' then k.ended_at end
    from call_attempts k left join loans l on l.id = k.loan_id
    where k.dialed_at is not null or k.state <> 'ended'
    union all
    select m.sent_at, 'message', m.id, m.channel, l.borrower_id, m.loan_id, m.mobile, m.user_id, 'message', false, null
    from messages m join loans l on l.id = m.loan_id where m.sent_at is not null
    union all
    select v.effective_at, 'visit', v.id, 'visit', v.borrower_id, v.loan_id, null, v.user_id, 'visit', false, null
    from visits v) c
  order by at on conflict do nothing`;
