-- A lender may show another number for a call back and for a reminder (decision 363).
alter table clients
  add column call_back_caller_id text,
  add column reminder_caller_id text,
  add constraint clients_purposes_check check (
    call_back_caller_id ~ '^\+?[0-9]{3,15}$' is not false and reminder_caller_id ~ '^\+?[0-9]{3,15}$' is not false) not valid,
  add constraint clients_purposes_1600 check (not series_only
    or call_back_caller_id ~ '^(\+91)?1600[0-9]{6}$' is not false
      and reminder_caller_id ~ '^(\+91)?1600[0-9]{6}$' is not false) not valid;
alter table call_attempts add column purpose text,
  add constraint call_attempts_purpose_check check (purpose in ('call_back', 'reminder', 'collection')) not valid;
