-- One canonical form per identity: what was received stays readable, names are searched however they are typed, and loan
-- numbers that may be one loan are questions (decisions 410 to 412).

-- Null: the borrower's name in small letters is its folded form, as of most.
alter table loans add column loan_number_received text, add column search_name text;
alter table payments add column transaction_id_received text;

-- As searchName of kernel/contract/identity does; names in plain letters are most, and need no normal form.
create function search_name(written text) returns text language sql immutable parallel safe
  return case when written ~ '^[A-Za-z0-9]+( [A-Za-z0-9]+)*$' then lower(written)
    else btrim(regexp_replace(replace(replace(replace(replace(translate(lower(regexp_replace(normalize(regexp_replace(written, '[''`\u00A8\u00AD\u00B4\u034F\u061C\u180B-\u180E\u200B-\u200F\u2018-\u201B\u202A-\u202E\u2032\u2035\u2060-\u206F\u02B9-\u02CB\uA78C\uFE00-\uFE0F\uFEFF]', '', 'g'), nfkd),
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC''`\u00A8\u00AD\u00B4\u034F\u061C\u180B-\u180E\u200B-\u200F\u2018-\u201B\u202A-\u202E\u2032\u2035\u2060-\u206F\u02B9-\u02CB\uA78C\uFE00-\uFE0F\uFEFF]', '', 'g')),
      'øłđðħŧı', 'olddhti'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'),
      '[\u0001-\u0026\u0028-\u002F\u003A-\u0040\u005B-\u005F\u007B-\u007F\u0080-\u00A7\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B6-\u00B8\u00BB\u00BF\u00D7\u00F7\u1680\u2000-\u200A\u2010-\u2017\u201C-\u2031\u2033\u2034\u2036-\u205F\u2212\u3000-\u3002]+', ' ', 'g')) end;

create or replace function name_loan() returns trigger language plpgsql as $$
begin
  new.borrower_name := coalesce((select b.name from borrowers b where b.id = new.borrower_id), '');
  new.search_name := nullif(search_name(new.borrower_name), lower(new.borrower_name));
  return new;
end $$;
create or replace function rename_loans() returns trigger language plpgsql as $$
begin
  update loans set borrower_name = new.name, search_name = nullif(search_name(new.name), lower(new.name))
  where borrower_id = new.id;
  return null;
end $$;

-- As nearKey of kernel/contract/identity does.
create function loan_near_key(loan_number text) returns text language sql immutable parallel safe
  return (select case when bare ~ '^[0-9]{16,}$' then left(bare, 15) || '~' || length(bare) else bare end
    from (select regexp_replace(regexp_replace(lower(replace(loan_number, ' ', '')), '\.0*$', ''), '^0+(?=.)', '') as bare) one);

-- What a person answered of two loan numbers of a lender; the second names the loan where they are the same.
create table loan_number_answers (
  client_id bigint not null references clients (id),
  loan_number text not null,
  like_number text not null,
  is_same boolean not null,
  answered_by bigint references users (id),
  answered_at timestamptz not null default now(),
  primary key (client_id, loan_number, like_number)
);
create unique index loan_number_answers_same on loan_number_answers (client_id, loan_number) where is_same;
create index loan_number_answers_alias on loan_number_answers (loan_number) where is_same;
create index loan_number_answers_user on loan_number_answers (answered_by);

-- Rows of a file whose loan number is new and near another: nothing is applied until each is answered.
create table import_questions (
  job_id bigint not null references file_jobs (id) on delete cascade,
  n int not null,
  loan_number text not null,
  like_number text not null,
  -- Null: not answered.
  is_same boolean,
  -- The row of the file and the loan (or the other row) as they were when the question was found.
  row_here jsonb not null,
  like_here jsonb not null,
  primary key (job_id, n, like_number)
);
alter table file_jobs add column questions_count int, add column elsewhere_loans_count int, add column elsewhere_loans jsonb;

-- Identities from before whose canonical form another row has: a person decides, nothing is merged.
create table identity_twins (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('loan', 'near-loan', 'payment')),
  client_id bigint references clients (id),
  row_id bigint not null,
  other_id bigint not null,
  written text not null,
  canonical text not null,
  found_at timestamptz not null default now(),
  unique (kind, row_id, other_id)
);
create index identity_twins_client on identity_twins (client_id);
-- How far rows from before have been read into their canonical form.
create table identity_progress (
  what text primary key,
  reached bigint not null default 0
);
