-- What the sound of a call says, and why somebody is to listen to it. It stays when the sound itself is deleted.
create table call_audio (
  attempt_id bigint primary key references call_attempts (id) on delete cascade,
  measured_at timestamptz not null,
  seconds int not null,
  silence_s int not null,
  longest_silence_s int not null,
  loud_s int not null,
  interruptions int,
  picked text[] not null default '{}' check (picked <@ array['random', 'silence', 'loudness', 'interruptions'])
);
create index call_audio_picked on call_audio using gin (picked) where picked <> '{}';

-- The search: by day and by length.
create index recordings_by_day on recordings (started_at desc, attempt_id desc) where state in ('at_provider', 'stored');
create index recordings_by_length on recordings (duration_s desc, attempt_id desc) where state in ('at_provider', 'stored');
