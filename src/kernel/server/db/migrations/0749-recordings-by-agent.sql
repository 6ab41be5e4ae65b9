-- A recording says whose call it is, so that what few people may hear is found and counted by them (decision 345).
alter table recordings add column user_id bigint;
create function recording_taken_by() returns trigger language plpgsql as $$
begin
  new.user_id := (select k.user_id from call_attempts k where k.id = new.attempt_id);
  return new;
end $$;
create trigger recordings_taken_by before insert on recordings for each row execute function recording_taken_by();
-- A call that is handed on takes its recording with it.
create function recording_follows() returns trigger language plpgsql as $$
begin
  update recordings set user_id = new.user_id where attempt_id = new.id;
  return null;
end $$;
create trigger call_attempts_recording after update on call_attempts for each row
  when (old.user_id is distinct from new.user_id) execute function recording_follows();
