-- How far a visit was from where the borrower is said, and was found, to live; null where nobody can tell.
alter table visits
  add column away_km int check (away_km >= 0),
  add column metres_from_met int check (metres_from_met >= 0);
create index visits_away on visits (effective_at desc, id desc) where away_km > 0;
