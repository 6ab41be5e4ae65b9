-- A number of more than six figures keeps them all.
create function next_no_dues_number() returns text language sql as $$
  select 'NDL-' || to_char(now() at time zone 'Asia/Kolkata', 'YYYY') || '-' || lpad(given.n, greatest(6, length(given.n)), '0')
  from (select nextval('no_dues_number')::text as n) given
$$;
alter table no_dues_letters alter column number set default next_no_dues_number();

-- A restored database does not know the letters given after its backup: the next number is far past all it knows.
create function no_dues_numbers_ahead() returns bigint language sql as $$
  select setval('no_dues_number', 100000 + greatest(
    (select last_value from no_dues_number),
    (select max(substring(number from '\d+$')::bigint) from no_dues_letters)))
$$;
