-- Payments that count are asked about on some days of three months, should a gateway's message of a refund be lost. Those of
-- before begin within a day, spread, so that no gateway is asked about all of them at once; 10: their first questions are over.
update payment_attempts set asks = 10, next_ask_at = now() + random() * interval '1 day'
where state = 'success' and next_ask_at is null and settled_at > now() - interval '90 days';
