-- Names are found however they are typed, and loan numbers by what spreadsheets make of them.
create index concurrently if not exists loans_near on loans (client_id, loan_near_key(loan_number));
drop index concurrently if exists loans_search;
create index concurrently if not exists loans_search on loans
  using gin (loan_number gin_trgm_ops, search_name(borrower_name) gin_trgm_ops) with (gin_pending_list_limit = 512);
create index concurrently if not exists users_search on users
  using gin (search_name(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
