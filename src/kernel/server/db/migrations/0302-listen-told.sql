-- What the provider was told of a listener is one of the ways there are.
alter table call_listens add check (told_mode in ('listen', 'whisper', 'join'));
