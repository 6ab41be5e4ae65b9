-- Who is below whom, right also when several people are added at once, or while their leader moves.

create or replace function keep_user_below() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.reporting_to is not null then
      -- A leader who moves at this moment would leave the new person below the old leaders.
      perform pg_advisory_xact_lock(7062);
    end if;
    -- In one statement people may come before their leader: whoever is there already is joined to them now.
    insert into user_below
      select above.id, under.id
      from (select new.id union select ancestor_id from user_below where user_id = new.reporting_to) above (id),
        (select new.id union select b.user_id from users u join user_below b on b.ancestor_id = u.id
          where u.reporting_to = new.id) under (id)
      on conflict do nothing;
    if exists (select from user_below where ancestor_id = new.id and user_id = new.reporting_to) then
      raise exception 'reporting circle' using errcode = 'RC001';
    end if;
    return new;
  end if;
  if new.reporting_to is not distinct from old.reporting_to then return new; end if;
  -- Two moves at once could close a circle that neither sees.
  perform pg_advisory_xact_lock(7062);
  if exists (select from user_below where ancestor_id = new.id and user_id = new.reporting_to) then
    raise exception 'reporting circle' using errcode = 'RC001';
  end if;
  delete from user_below b using user_below under, user_below above
    where under.ancestor_id = new.id and above.user_id = new.id and above.ancestor_id <> new.id
      and b.user_id = under.user_id and b.ancestor_id = above.ancestor_id;
  insert into user_below
    select above.ancestor_id, under.user_id from user_below above, user_below under
    where above.user_id = new.reporting_to and under.ancestor_id = new.id;
  return new;
end $$;

-- Mends what the earlier trigger may have left out or over.
create temporary table true_below on commit drop as
  with recursive up (user_id, ancestor_id) as (
    select id, id from users
    union select up.user_id, u.reporting_to from up join users u on u.id = up.ancestor_id where u.reporting_to is not null)
  select ancestor_id, user_id from up;
delete from user_below b
  where not exists (select from true_below t where t.ancestor_id = b.ancestor_id and t.user_id = b.user_id);
insert into user_below (ancestor_id, user_id) select ancestor_id, user_id from true_below on conflict do nothing;
