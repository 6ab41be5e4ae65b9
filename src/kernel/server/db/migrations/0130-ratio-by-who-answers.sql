-- A predictive dialer chooses its ratio by how many answer; the form's number is the limit of it. Three was what the form
-- proposed: it kept agents idle where few answer. Whoever chose another number keeps it.
update campaigns set max_ratio = 10 where campaign_type = 'predictive' and max_ratio = 3;
