-- What a carrier's letter asks for, beside host and channels.
alter table trunks
  add column transport text not null default 'udp' check (transport in ('udp', 'tcp', 'tls')),
  add column addresses text not null default '',
  add column codecs text not null default 'ulaw,alaw',
  add column calls_per_second int check (calls_per_second > 0),
  add column number_format text not null default 'as_is' check (number_format in ('as_is', 'national', 'zero', 'country', 'plus')),
  add column asserts_identity boolean not null default false,
  add column registers boolean not null default true,
  add column next_call_at timestamptz;
