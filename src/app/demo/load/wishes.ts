/** Borrowers with contact preferences from the portal, with the change and its event. */

/** `$1`: today. */
export const wishesSaid = `
  with said (n, language, avoid_from, avoid_until, no_calls, days) as (values
      (1, 'hi', '12:30', '14:00', false, 3),
      (2, 'ta', null, null, true, 5),
      (3, null, '18:00', '19:00', false, 8),
      (4, 'bn', null, null, false, 12),
      (5, 'mr', '08:00', '09:30', false, 1),
      (6, null, null, null, true, 19)),
    picked as (
      select row_number() over (order by l.id) as n, l.id, l.borrower_id from loans l
      where l.is_active and not l.is_dnc and l.assignee_id is not null and l.mobile is not null and l.id % 17 = 5
        and not exists (select from loan_holds h where h.loan_id = l.id)
        and not exists (select from loans o where o.borrower_id = l.borrower_id and o.id <> l.id) order by l.id limit 6),
    wished as (
      select p.id as loan_id, p.borrower_id, s.*,
        $1::date - s.days + interval '10 hours' + p.id % 300 * interval '1 minute' as at
      from picked p join said s using (n)),
    kept as (
      insert into contact_wishes (borrower_id, language, avoid_from, avoid_until, no_calls_since, changed_at)
      select borrower_id, language, avoid_from, avoid_until, case when no_calls then at end, at from wished),
    changed as (
      insert into contact_wish_changes (borrower_id, loan_id, at, language, avoid_from, avoid_until, no_calls)
      select borrower_id, loan_id, at, language, avoid_from, avoid_until, no_calls from wished order by at)
  insert into event (type, domain, entity_id, facts)
    select 'loans.wished', 'loans', loan_id, jsonb_build_object('writtenAt', at,
      'before', '{"language": null, "avoid": null, "noCalls": false}'::jsonb,
      'after', jsonb_build_object('language', language, 'avoid', avoid_from || '-' || avoid_until, 'noCalls', no_calls))
    from wished order by at`;
