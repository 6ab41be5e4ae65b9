-- From which address a session was started (decision 520); null: started before this was stored.
alter table session add column origin text;
