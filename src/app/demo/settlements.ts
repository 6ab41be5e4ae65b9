/** Settlements of the demo agency, with who decided them and what went to the lender. */

/** Who wanted to settle asked for it; what was paid had been approved. */
const asked = `
  insert into settlements (loan_id, user_id, borrower_disposition_id, amount, settlement_date, follow_up_date, comments,
    status, pre_approved_amount, principal_outstanding, created_at, updated_at)
  select d.loan_id, d.user_id, d.id, d.amount, d.settlement_date, d.follow_up_date, d.comments,
    case when exists (select from payments p where p.loan_id = d.loan_id and p.amount = d.amount) then 'Approved'
      when d.settlement_date >= current_date then 'Inprogress' else 'Rejected' end,
    l.max_settlement_amount, l.principal_outstanding, d.created_at, d.created_at
  from borrower_dispositions d join loans l on l.id = d.loan_id where d.disposition_id = 3 order by d.id`;

/** The requester's leader decided a day later. */
const decided = `
  with judged as (
    select t.id, t.status, t.amount, coalesce(u.reporting_to, u.id) as by, least(t.created_at + interval '1 day', now()) as at
    from settlements t join users u on u.id = t.user_id where t.status in ('Approved', 'Rejected')),
  said as (
    insert into settlement_decisions (settlement_id, user_id, status, suggested_amount, reason, created_at)
    select id, by, status, case when status = 'Rejected' then amount * 12 / 10 end,
      case when status = 'Rejected' then 'The borrower can pay more' else '' end, at from judged)
  update settlements t set updated_at = judged.at,
    last_approval_user_id = case when judged.status = 'Approved' then judged.by end,
    suggested_amount = case when judged.status = 'Rejected' then judged.amount * 12 / 10 end
  from judged where judged.id = t.id`;
const steps = `
  insert into settlement_steps (settlement_id, side, status, comment, amount, user_id, created_at)
  select settlement_id, 'collection', status, reason, suggested_amount, user_id, created_at from settlement_decisions
  order by settlement_id`;
/** Every second of what is approved is with the lender. */
const sent = `
  with gone as (
    update settlements set sent_to_client_at = updated_at, client_status = 'Pending'
    where status = 'Approved' and id % 2 = 0 returning id, last_approval_user_id as by, updated_at as at)
  insert into settlement_steps (settlement_id, side, status, user_id, created_at)
  select gone.id, side, 'Sent', gone.by, gone.at from gone, unnest(array['collection', 'client']) side order by gone.id, side`;

export const settlementsAsked: readonly string[] = [asked, decided, steps, sent];
