/** Proofs of the agency: certificates of its users, and a few open complaints. */

/** `$1`: today. One in nine expires within the month, one in thirteen is expired. */
export const agencyNamed = `update agency_rule set agency_name = 'Recoup Recovery Services'`;

/** Holds for deceased borrowers, from the first disposition that means death. */
export const deathHolds = `
  insert into loan_holds (loan_id, rule_id, from_day, until_day, placed_by)
  select distinct on (d.loan_id) d.loan_id, r.id, d.day, d.day + 36500, d.user_id
  from compliance_rules r, (
    select d.loan_id, d.user_id, (d.effective_at at time zone 'Asia/Kolkata')::date as day
    from dispositions s join borrower_dispositions d on s.id in (d.disposition_id, d.sub_disposition_id)
    where s.is_death) d
  where r.is_death and not exists (select from loan_holds h where h.loan_id = d.loan_id and h.rule_id = r.id and h.ended_at is null)
  order by d.loan_id, d.day`;

export const proofs = [
  `update agent_cards c set certificate_number = 'DRA/2025/' || lpad((4100 + c.user_id)::text, 6, '0'),
      valid_until = $1::date + (case when c.user_id % 9 = 0 then 12 when c.user_id % 13 = 0 then -6 else 200 + (c.user_id * 37) % 500 end)::int
    from users u join roles r on r.id = u.role_id where u.id = c.user_id and u.is_active and r.role_type in ('agent', 'tech_lead')`,
  `with said (n, kind, words, channel, state, days) as (values
      (1, 'conduct', 'He called my shop and shouted in front of customers. I had said I would pay on Friday.', 'call', 'open', 0),
      (2, 'amount', 'The late fee was charged twice in October.', 'page', 'open', 0),
      (3, 'paid', 'I paid ₹4,500 by UPI on the fifth and am still called.', 'portal', 'open', 33),
      (4, 'privacy', 'My neighbour was told about my loan.', 'call', 'answered', 9),
      (5, 'not-theirs', 'This loan is my brother’s; my number is wrong.', 'page', 'closed', 40),
      (6, 'other', 'Please send the statement in Marathi.', 'portal', 'closed', 61)),
    picked as (
      select row_number() over (order by l.id) as n, l.id, l.client_id, l.assignee_id, u.reporting_to
      from loans l join users u on u.id = l.assignee_id
      where l.is_active and not l.is_dnc and u.is_active and u.reporting_to is not null
        and not exists (select from loan_holds h where h.loan_id = l.id) and l.id % 7 = 3 order by l.id limit 6),
    counted as materialized (
      select n, nextval(pg_get_serial_sequence('complaints', 'id')) as number from (select n from said order by days desc, n) s),
    held as (
      insert into loan_holds (loan_id, rule_id, from_day, until_day, note)
      select p.id, (select min(id) from compliance_rules where is_complaint), $1::date, $1::date + 29, 'C' || lpad(c.number::text, 6, '0')
      from picked p join said s using (n) join counted c using (n) where s.state = 'open' returning id, loan_id),
    made as (
      insert into complaints (id, number, loan_id, client_id, kind, words, channel, state, about_id, owner_id, taken_by, hold_id, due_on,
        answered_at, closed_at, created_at)
      select c.number, 'C' || lpad(c.number::text, 6, '0'), p.id, p.client_id, s.kind, s.words, s.channel, s.state,
        case when s.kind in ('conduct', 'privacy') then p.assignee_id end, p.reporting_to,
        case s.channel when 'call' then p.assignee_id end, h.id, $1::date - s.days + 30,
        case when s.state <> 'open' then now() - (s.days - 3) * interval '1 day' end,
        case when s.state = 'closed' then now() - (s.days - 6) * interval '1 day' end, now() - s.days * interval '1 day'
      from picked p join said s using (n) join counted c using (n) left join held h on h.loan_id = p.id
      returning id, words, owner_id, taken_by, state, created_at, answered_at, closed_at)
  insert into complaint_steps (complaint_id, at, user_id, what, words, sent_by)
    select id, created_at, taken_by, 'taken', words, null from made
    union all select id, answered_at, owner_id, 'answered', 'We looked into it and are sorry. It was put right today.', 'sms' from made
      where state <> 'open'
    union all select id, closed_at, owner_id, 'closed', '', null from made where state = 'closed'
    order by 2`,
];
