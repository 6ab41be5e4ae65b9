-- Their successors stand in 0702 and 0700; a program of before finds its loans by those as well.
drop index concurrently if exists loans_by_total;
drop index concurrently if exists loans_by_principal;
drop index concurrently if exists loans_by_dpd;
drop index concurrently if exists loans_by_number;
drop index concurrently if exists loans_of_client;
drop index concurrently if exists loans_campaign;
drop index concurrently if exists loans_allocation;
drop index concurrently if exists loans_payment_status;
drop index concurrently if exists loans_payment_history;
drop index concurrently if exists loans_held;
drop index concurrently if exists loans_disposition;
drop index concurrently if exists loans_changed;
