-- Read whole four times a second and never asked about: as text it need not be put together from its numbers.
alter table campaigns alter column pacing_state drop default, alter column pacing_state type json using pacing_state::json,
  alter column pacing_state set default '{}';
