-- What every context uses: events and their seals, access records, files, keys and jobs.

create extension if not exists pg_trgm;

-- Refuses a change of an append-only table.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id bigint,
  type text not null,
  domain text not null,
  entity_id bigint,
  facts jsonb not null default '{}',
  request_id text,
  tx xid8 not null default pg_current_xact_id(),
  origin text
);
create index event_entity on event (domain, entity_id, id);
create index event_actor on event (actor_id, id);
create index event_tx on event (tx, id);
create index event_reveals on event (actor_id, at) where type = 'loans.revealed';
create index event_settings on event (id desc)
  where domain <> 'users-task' and (type like '%.created' or type like '%.updated' or (domain in ('campaigns', 'dispositions',
  'payment-accounts', 'permissions', 'roles', 'users')));
-- Events are append-only.
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
-- Events cannot be truncated.
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();

create table event_seal (
  n bigint generated always as identity primary key,
  event_id bigint not null unique,
  hash bytea not null,
  sealed_at timestamptz default clock_timestamp()
);
-- Seals are append-only.
create trigger event_seal_append_only before update or delete on event_seal for each row execute function refuse_change();
-- Seals cannot be truncated.
create trigger event_seal_no_truncate before truncate on event_seal for each statement execute function refuse_change();

create table audit_anchor (
  id bigint generated always as identity primary key,
  n bigint not null,
  hash bytea not null,
  at timestamptz not null,
  why text not null check (why in ('seen', 'vouched')),
  key_id bytea not null,
  mac bytea not null,
  unique (key_id, n, why, at)
);
-- Marks of the chain of seals are append-only.
create trigger audit_anchor_append_only before update or delete on audit_anchor for each row execute function refuse_change();
-- Marks of the chain of seals cannot be truncated.
create trigger audit_anchor_no_truncate before truncate on audit_anchor for each statement execute function refuse_change();

create table backup_run (
  id bigint generated always as identity primary key,
  what text not null,
  at timestamptz not null default now(),
  took_ms bigint not null,
  fault text,
  constraint backup_run_what check (what in ('database', 'files', 'rehearsal'))
);
create index backup_run_last on backup_run (what, at desc);

create table stored_file (
  key text primary key,
  bytes bigint,
  sha256 bytea,
  fault text,
  checked_at timestamptz not null default now(),
  constraint stored_file_fault check (fault in ('missing', 'damaged')),
  constraint stored_file_compared check (fault is not null or bytes is not null and sha256 is not null)
);
create index stored_file_faults on stored_file (key) where fault is not null;

create table idempotency (
  actor_id bigint not null,
  key uuid not null,
  route text not null,
  fingerprint bytea not null,
  answer jsonb,
  device_id uuid,
  client_seq bigint,
  created_at timestamptz not null default now(),
  verdict text check (verdict in ('APPLIED', 'APPLIED_WITH_NOTICE', 'NEEDS_REVIEW', 'DUPLICATE_OF')),
  notices jsonb not null default '[]',
  effective_at timestamptz,
  primary key (actor_id, key)
);
create index idempotency_device on idempotency (device_id, client_seq) where device_id is not null;
create index idempotency_kept on idempotency using brin (created_at);

create table throttle (
  key text primary key,
  failures int not null default 0,
  window_start timestamptz not null default now(),
  blocked_until timestamptz
);

create table mailbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  recipient text not null,
  subject text not null,
  body text not null,
  attachments text[] not null default '{}'
);

create table database_pulse (
  is_only boolean default true primary key check (is_only),
  beats bigint not null,
  at timestamptz not null default now()
);
insert into database_pulse (beats) values (0);

create table payment_secrets (
  kid text primary key,
  purpose text not null,
  secret bytea not null,
  created_at timestamptz not null default now()
);

-- The oldest transaction of this database that is still running, or else the next one: all before it have ended. Transactions
-- of other databases of the cluster are left out.
create function decided_before() returns xid8 language sql stable as $$
  select coalesce(
    (select x from pg_snapshot_xip(s) x
      where not exists (
        select from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'transactionid' and l.mode = 'ExclusiveLock' and l.granted and l.transactionid = x::xid
          and a.datid <> (select oid from pg_database where datname = current_database()))
      order by x limit 1),
    pg_snapshot_xmax(s))
  from (select pg_current_snapshot() as s) now
$$;

-- SHA-256 of the previous hash and the event as text: changing one event breaks every later seal.
create function event_hash(previous bytea, e event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(concat_ws('|', e.id, extract(epoch from e.at), coalesce(e.actor_id, 0), e.type,
    e.domain, coalesce(e.entity_id, 0), e.facts::text, coalesce(e.request_id, ''), e.origin), 'UTF8'))
$$;

-- Seals up to `most` ended events in order, one session at a time; returns how many.
create function seal_events(most int default 1000) returns int language plpgsql as $$
declare
  last_hash bytea;
  last_tx xid8;
  decided xid8;
  e event;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(7061) then return 0; end if;
  select s.hash, ev.tx into last_hash, last_tx
    from event_seal s left join event ev on ev.id = s.event_id order by s.n desc limit 1;
  last_hash := coalesce(last_hash, '\x00');
  decided := decided_before();
  for e in
    select * from event
    where tx < decided and (last_tx is null or tx >= last_tx)
      and not exists (select from event_seal s where s.event_id = event.id)
    order by tx, id limit most
  loop
    last_hash := event_hash(last_hash, e);
    insert into event_seal (event_id, hash) values (e.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- How far the time of an event may lie before that of the event sealed ahead of it.
create function event_overlap() returns interval language sql immutable parallel safe return interval '10 minutes';

-- Computes up to `most` seals after seal n again; returns the last one checked, and the first event that is missing, changed or
-- out of time.
create function check_seals(after_n bigint, known_hash bytea, most int)
returns table (last_n bigint, last_hash bytea, broken bigint) language plpgsql stable as $$
declare
  previous bytea := known_hash;
  previous_at timestamptz := (select ev.at from event_seal es join event ev on ev.id = es.event_id
    where es.n <= after_n and es.sealed_at is not null order by es.n desc limit 1);
  s record;
begin
  for s in
    select es.n, es.hash, es.event_id, es.sealed_at, (select ev from event ev where ev.id = es.event_id) as ev from event_seal es
    where es.n > after_n order by es.n limit most
  loop
    last_n := s.n;
    last_hash := s.hash;
    if s.ev is null then
      broken := s.event_id;
      return next;
      return;
    end if;
    previous := event_hash(previous, s.ev);
    if previous <> s.hash
      or (s.sealed_at is null and previous_at is not null)
      or (s.sealed_at is not null
        and ((s.ev).at < previous_at - event_overlap() or (s.ev).at > s.sealed_at + interval '1 minute')) then
      broken := s.event_id;
      return next;
      return;
    end if;
    if s.sealed_at is not null then previous_at := (s.ev).at; end if;
  end loop;
  if last_n is not null then return next; end if;
end $$;

-- First event whose seal does not hold; null if all hold.
create function broken_seal() returns bigint language plpgsql stable as $$
declare
  first bigint;
begin
  select c.broken into first from check_seals(0, '\x00', 2147483647) c;
  return first;
end $$;
