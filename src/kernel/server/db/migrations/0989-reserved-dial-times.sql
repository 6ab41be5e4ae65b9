-- Calls that people wait for reserve the next free moment of a trunk; calls of campaigns take what is left of its calls per second.
alter table call_attempts add column dial_at timestamptz;
alter table trunks add column last_call_at timestamptz;
