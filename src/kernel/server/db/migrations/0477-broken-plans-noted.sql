-- The lender's people are told when a settlement breaks, until one of them has noted it.
alter table settlement_plans add column noted_at timestamptz, add column noted_by bigint references users (id);
-- What broke before is no news.
update settlement_plans set noted_at = changed_at where state = 'broken';
