create index concurrently if not exists cash_moves_recovered on cash_moves (client_id) where kind = 'recovered';
