-- What every domain stands on: events, idempotency, throttles.

create extension if not exists pg_trgm;

-- Who did what: domain events and security events alike. Append-only; sealed into a hash chain by seal_events().
create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id bigint,
  type text not null,
  domain text not null,
  entity_id bigint,
  facts jsonb not null default '{}',
  request_id text,
  -- Events are sealed once no earlier transaction can still add one.
  tx xid8 not null default pg_current_xact_id()
);
create index event_entity on event (domain, entity_id, id);
create index event_actor on event (actor_id, id);
create index event_tx on event (tx, id);

create table event_seal (
  n bigint generated always as identity primary key,
  event_id bigint not null unique references event (id),
  hash bytea not null
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();
create trigger event_seal_append_only before update or delete on event_seal for each row execute function refuse_change();
create trigger event_seal_no_truncate before truncate on event_seal for each statement execute function refuse_change();

-- sha256(previous hash | the event as text): changing one event breaks every seal after it.
create function event_hash(previous bytea, e event) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(concat_ws('|', e.id, extract(epoch from e.at), coalesce(e.actor_id, 0), e.type,
    e.domain, coalesce(e.entity_id, 0), e.facts::text, coalesce(e.request_id, '')), 'UTF8'))
$$;

-- Seals up to `most` finished events in order; one sealer at a time. Returns how many it sealed.
create function seal_events(most int default 1000) returns int language plpgsql as $$
declare
  last_hash bytea;
  last_tx xid8;
  last_id bigint;
  e event;
  sealed int := 0;
begin
  if not pg_try_advisory_xact_lock(7061) then return 0; end if;
  select s.hash, ev.tx, ev.id into last_hash, last_tx, last_id
    from event_seal s join event ev on ev.id = s.event_id order by s.n desc limit 1;
  last_hash := coalesce(last_hash, '\x00');
  for e in
    select * from event
    where tx < pg_snapshot_xmin(pg_current_snapshot())
      and (last_tx is null or (tx, id) > (last_tx, last_id))
    order by tx, id limit most
  loop
    last_hash := event_hash(last_hash, e);
    insert into event_seal (event_id, hash) values (e.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;

-- The first event whose seal does not hold, or null when the chain is whole.
create function broken_seal() returns bigint language plpgsql stable as $$
declare
  previous bytea := '\x00';
  s record;
begin
  for s in select es.hash, es.event_id, ev from event_seal es left join event ev on ev.id = es.event_id order by es.n loop
    if s.ev is null then return s.event_id; end if;
    previous := event_hash(previous, s.ev);
    if previous <> s.hash then return s.event_id; end if;
  end loop;
  return null;
end $$;

-- A write and its answer, kept together: a second delivery of the same key gets the first answer.
create table idempotency (
  actor_id bigint not null,
  key uuid not null,
  route text not null,
  fingerprint bytea not null,
  answer jsonb,
  device_id uuid,
  client_seq bigint,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_age on idempotency (created_at);

-- Failed tries per account, address, or pair of them; see kernel/throttle.ts.
create table throttle (
  key text primary key,
  failures int not null default 0,
  window_start timestamptz not null default now(),
  blocked_until timestamptz
);
