-- What a borrower accepted, as they read it: append-only, its hash is in the event of the acceptance and so under the seals.
-- Without foreign keys: the row outlives its settlement and its loan.
create table settlement_acceptances (
  id bigint generated always as identity primary key,
  settlement_id bigint not null,
  version int not null check (version > 0),
  loan_id bigint not null,
  amount bigint not null,
  outstanding bigint not null,
  grace_days int not null,
  counts_from date not null,
  instalments jsonb not null,
  terms text not null,
  terms_version int not null,
  language text not null check (language in ('en', 'hi')),
  channel text not null check (channel in ('sms')),
  code_mac text,
  sent_to text,
  accepted_at timestamptz not null,
  hash text
);
create index settlement_acceptances_settlement on settlement_acceptances (settlement_id, version);
create index settlement_acceptances_loan on settlement_acceptances (loan_id);

-- Acceptances of before this; their events have no hash.
insert into settlement_acceptances (settlement_id, version, loan_id, amount, outstanding, grace_days, counts_from, instalments, terms,
  terms_version, language, channel, accepted_at)
  select q.settlement_id, 1, q.loan_id, s.amount, q.outstanding, q.grace_days, q.offered_on,
    coalesce((select jsonb_agg(jsonb_build_object('dueOn', i.due_on, 'amount', i.amount) order by i.n)
      from settlement_instalments i where i.settlement_id = q.settlement_id), '[]'),
    q.accepted_terms, coalesce(q.accepted_version, 1), coalesce(q.accepted_language, 'en'), coalesce(q.accepted_channel, 'sms'),
    q.accepted_at
  from settlement_plans q join settlements s on s.id = q.settlement_id where q.accepted_at is not null order by q.accepted_at;

create trigger settlement_acceptances_append_only before update or delete on settlement_acceptances for each row
  execute function refuse_change();
create trigger settlement_acceptances_no_truncate before truncate on settlement_acceptances for each statement
  execute function refuse_change();

-- A new version of an agreement is a settlement of its own; the one it replaces stays in force until the borrower accepts it.
alter table settlements
  add column replaces_id bigint references settlements (id) on delete set null,
  add column needs_lender boolean not null default false;
-- Money counts from this day; null: from the day of the offer.
alter table settlement_plans add column counts_from date;
