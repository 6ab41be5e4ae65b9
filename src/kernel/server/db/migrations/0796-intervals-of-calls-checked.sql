do $$
declare
  one record;
begin
  for one in select conrelid::regclass as place, conname from pg_constraint
    where conname = 'agent_intervals_attempt_id_fkey' and not convalidated loop
    execute format('alter table %s validate constraint %I', one.place, one.conname);
  end loop;
end $$;
