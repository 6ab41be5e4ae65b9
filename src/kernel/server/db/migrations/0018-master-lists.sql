-- Lists of masters in the order people read them, and the triples their search finds names by.
drop index centers_list, portfolios_list, allocation_types_list, clients_list;
create index centers_list on centers (is_active, lower(name), id);
create index portfolios_list on portfolios (is_active, lower(name), id);
create index allocation_types_list on allocation_types (is_active, lower(name), id);
create index clients_list on clients (is_active, lower(name), id);
create index campaigns_list on campaigns (is_active, lower(name), id);
create index breaks_list on breaks (lower(name), id);

create index centers_search on centers using gin (name gin_trgm_ops, center_code gin_trgm_ops);
create index clients_search on clients using gin (name gin_trgm_ops);
create index campaigns_search on campaigns using gin (name gin_trgm_ops);
create index breaks_search on breaks using gin (name gin_trgm_ops);
create index allocation_types_search on allocation_types using gin (name gin_trgm_ops, code gin_trgm_ops);
create index centers_city on centers (city_id);
create index centers_state on centers (state_id);
