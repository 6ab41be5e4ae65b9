-- Whoever has died is not contacted: an outcome that says so places a hold that has no end worth telling; a person who
-- hands loans out ends it when it was a mistake.
alter table dispositions add column is_death boolean not null default false;
alter table compliance_rules add column is_death boolean not null default false;
create unique index compliance_rules_death on compliance_rules (is_death) where is_death;
insert into compliance_rules (kind, name, from_day, hold_days, is_death) values ('hold', 'Deceased', '2000-01-01', 36500, true);

-- Known by its usual names; the form of an outcome says it of any other.
create function names_death(name text) returns boolean language sql immutable as $$
  select lower(trim(name)) ~ '^((borrower|customer|client|applicant) )?(is )?(deceased|dead|expired|passed away|death)$'
$$;
update dispositions set is_death = true where names_death(name);

-- By a trigger, so that no writer of outcomes can forget it.
create function hold_the_dead() returns trigger language plpgsql as $$
begin
  insert into loan_holds (loan_id, rule_id, from_day, until_day, placed_by)
    select new.loan_id, r.id, day, day + 36500, new.user_id
    from compliance_rules r, (select (new.effective_at at time zone 'Asia/Kolkata')::date as day) d
    where r.is_death and exists (select from dispositions s
        where s.id in (new.disposition_id, new.sub_disposition_id) and s.is_death)
      and not exists (select from loan_holds h where h.loan_id = new.loan_id and h.rule_id = r.id and h.ended_at is null);
  return null;
end $$;
create trigger borrower_dispositions_death after insert or update of disposition_id, sub_disposition_id
  on borrower_dispositions for each row execute function hold_the_dead();

-- For many entries that came without the trigger.
create function hold_all_dead() returns void language sql as $$
  insert into loan_holds (loan_id, rule_id, from_day, until_day, placed_by)
    select distinct on (d.loan_id) d.loan_id, r.id, d.day, d.day + 36500, d.user_id
    from compliance_rules r, (
      select d.loan_id, d.user_id, (d.effective_at at time zone 'Asia/Kolkata')::date as day from dispositions s
        join borrower_dispositions d on d.disposition_id = s.id where s.is_death
      union all
      select d.loan_id, d.user_id, (d.effective_at at time zone 'Asia/Kolkata')::date from dispositions s
        join borrower_dispositions d on d.sub_disposition_id = s.id where s.is_death) d
    where r.is_death and not exists (select from loan_holds h where h.loan_id = d.loan_id and h.rule_id = r.id and h.ended_at is null)
    order by d.loan_id, d.day
$$;
select hold_all_dead();
