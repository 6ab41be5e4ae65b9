-- Whom the agent heard at the other end, asked before anything of the loan is told (454Y(1)).
alter table call_attempts
  add column spoken_to text check (spoken_to in ('borrower', 'other', 'wrong')),
  add column spoken_to_at timestamptz,
  add constraint call_attempts_spoken_to_at check ((spoken_to is null) = (spoken_to_at is null));
