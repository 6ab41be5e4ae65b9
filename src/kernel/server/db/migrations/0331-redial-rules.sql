-- When a campaign calls again after an outcome, where it does not do as usual.
create table redial_rules (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  outcome text not null
    check (outcome in ('busy', 'no_answer', 'switched_off', 'rejected', 'machine', 'lost')),
  after_minutes int not null check (after_minutes between 1 and 10080),
  most_a_day smallint not null check (most_a_day between 1 and 20),
  next_number boolean not null,
  primary key (campaign_id, outcome)
);
