-- The key of near loan numbers is another now.
drop index concurrently if exists loans_near;
create index concurrently if not exists loans_near on loans (client_id, loan_near_key(loan_number));
