-- Lists of payments go by their day.
alter table payment_attempts add column number bigint generated always as identity unique;
create index payments_list on payments (payment_date desc, id desc) where status = 'success';
