-- The loans that were there, while people go on: what changed meanwhile stands already (decision 340).
select stand_loans_anew();
