-- What servers know of an exchange: whether it records (decision 534), how late its events are (535), and which files are stored there.
create table exchange_states (
  provider text primary key check (provider in ('asterisk', 'simulated')),
  recording_fault text check (recording_fault in ('no_folder', 'disk_full', 'no_sound', 'failed')),
  recording_detail text not null default '',
  recording_fault_at timestamptz,
  recording_tested_at timestamptz,
  recording_test_began_at timestamptz,
  recording_test_due_at timestamptz,
  lag_ms int check (lag_ms >= 0),
  dials_ahead text not null default 'free' check (dials_ahead in ('free', 'one_each', 'none')),
  lag_at timestamptz,
  stored_files int check (stored_files >= 0),
  stored_bytes bigint check (stored_bytes >= 0),
  oldest_stored_at timestamptz,
  counted_at timestamptz,
  check ((recording_fault is null) = (recording_fault_at is null))
);
