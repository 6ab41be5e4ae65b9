-- What was made of a loan by hand: its allocation type over time; and what the lists of loans are narrowed by.
create table loan_allocations (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loans (id) on delete cascade,
  allocation_type_id bigint references allocation_types (id),
  allocated_by bigint references users (id),
  at timestamptz not null default now()
);
create index loan_allocations_loan on loan_allocations (loan_id, at desc);

create index loans_campaign on loans (campaign_id, is_active, total_outstanding desc, id desc);
create index loans_allocation on loans (allocation_type_id, is_active, total_outstanding desc, id desc);
create index loans_group on loans (loan_group_id) where loan_group_id is not null;

-- How many numbers somebody was shown lately is counted from what is remembered of it.
create index event_reveals on event (actor_id, at) where type = 'loans.revealed';
