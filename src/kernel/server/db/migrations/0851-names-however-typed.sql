-- Names are found however they are typed, and loan numbers by what spreadsheets make of them.
create index concurrently if not exists loans_near on loans (client_id, loan_near_key(loan_number));
drop index concurrently if exists loans_search;
create index concurrently if not exists loans_search on loans
  using gin (loan_number gin_trgm_ops, coalesce(search_name, lower(borrower_name)) gin_trgm_ops) with (gin_pending_list_limit = 512);
drop index concurrently if exists users_name;
create index concurrently if not exists users_search on users
  using gin (search_name(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
drop index concurrently if exists centers_search;
create index concurrently if not exists centers_search on centers
  using gin (search_name(name) gin_trgm_ops, search_name(center_code) gin_trgm_ops);
drop index concurrently if exists clients_search;
create index concurrently if not exists clients_search on clients
  using gin (search_name(name) gin_trgm_ops);
drop index concurrently if exists campaigns_search;
create index concurrently if not exists campaigns_search on campaigns
  using gin (search_name(name) gin_trgm_ops);
drop index concurrently if exists breaks_search;
create index concurrently if not exists breaks_search on breaks
  using gin (search_name(name) gin_trgm_ops);
drop index concurrently if exists allocation_types_search;
create index concurrently if not exists allocation_types_search on allocation_types
  using gin (search_name(name) gin_trgm_ops, search_name(code) gin_trgm_ops);
drop index concurrently if exists portfolios_search;
create index concurrently if not exists portfolios_search on portfolios
  using gin (search_name(name) gin_trgm_ops);
