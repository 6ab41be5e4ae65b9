-- Loan numbers are near each other without the leading noughts of each run of digits and however their parts are divided:
-- SVM-0001, svm/1 and SVM01 (decision 411). Equal parts: letters small, one dash where digits follow digits.
create function loan_near_parts(loan_number text) returns text language sql immutable parallel safe
  return case when loan_number ~ '^[A-Za-z]*[1-9][0-9]*$' then lower(loan_number)
    else regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(lower(loan_number), ' *\.0*$', ''),
        '[ -/:-@\[-`{-~]+', '-', 'g'), '^-+|-+$', '', 'g'), '(?<![0-9])-|-(?![0-9])', '', 'g'),
      '^0+(?=[^-])', ''), '(?<![0-9])0+(?=[0-9])', '', 'g') end;

create or replace function loan_near_key(loan_number text) returns text language sql immutable parallel safe
  return (select case when bare ~ '^[0-9]{16,}$' then left(bare, 15) || '~' || length(bare) else bare end
    from (select replace(loan_near_parts(loan_number), '-', '') as bare) one);

-- Of two divided numbers of one key the digits may belong to other parts: 12-3 is not 1-23.
create function are_parts_alike(one text, other text) returns boolean language sql immutable parallel safe
  return (select a = b or a !~ '-' or b !~ '-' from (select loan_near_parts(one) as a, loan_near_parts(other) as b) parts);
