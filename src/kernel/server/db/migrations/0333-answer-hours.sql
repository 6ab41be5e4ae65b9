-- How many calls of a campaign were answered by the hour of the day, made anew from its calls each hour.
create table answer_hours (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  hour smallint not null check (hour between 0 and 23),
  calls int not null,
  answers int not null,
  primary key (campaign_id, hour)
);
