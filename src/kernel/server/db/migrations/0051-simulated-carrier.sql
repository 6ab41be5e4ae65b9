-- The simulated carrier carries its calls here, so that they go on when a server dies, as real ones do.
create table simulated_legs (
  leg_id uuid primary key,
  role text not null check (role in ('customer', 'agent')),
  target text not null,
  state text not null default 'dialing' check (state in ('dialing', 'ringing', 'answered', 'ended')),
  bridge_id uuid,
  -- What happens next, and when.
  steps jsonb not null default '[]',
  told int not null default 0,
  next_at timestamptz,
  tells_twice boolean not null default false,
  talk_ms int not null default 0,
  created_at timestamptz not null
);
create index simulated_legs_next on simulated_legs (next_at) where next_at is not null;
create index simulated_legs_live on simulated_legs (bridge_id) where state <> 'ended';

-- Why we ended a call.
alter table call_attempts add column end_reason text, drop column end_wanted;
-- What came of the present call is written down already: nothing is left to say when it ends.
alter table agent_sessions add column is_said boolean not null default false;
