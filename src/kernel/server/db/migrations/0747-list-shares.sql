-- A campaign says which share of its calls goes to which portfolio (decision 365).
create table list_shares (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  portfolio_id bigint not null references portfolios (id) on delete cascade,
  percent int not null check (percent between 1 and 100),
  primary key (campaign_id, portfolio_id)
);
create index list_shares_portfolio on list_shares (portfolio_id);
