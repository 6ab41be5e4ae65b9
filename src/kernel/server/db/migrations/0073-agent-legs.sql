-- By which line an agent speaks is chosen when they log in to the dialer: held up all day, their own phone rung for
-- each call, or the browser.
alter table agent_sessions
  add column leg text not null default 'nailed' check (leg in ('nailed', 'per_call', 'webrtc')),
  -- Their own phone, as they gave it.
  add column leg_phone text,
  add column is_muted boolean not null default false,
  -- What the provider was told last; it is told again until it knows.
  add column is_mute_told boolean not null default false,
  add check (leg <> 'per_call' or leg_phone is not null);
alter table simulated_legs add column is_muted boolean not null default false;
