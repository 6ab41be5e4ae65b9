-- Nodes that dial, so that each takes its share of the started campaigns (decision 304).
create table dialer_nodes (
  node text primary key,
  seen_at timestamptz not null
);
