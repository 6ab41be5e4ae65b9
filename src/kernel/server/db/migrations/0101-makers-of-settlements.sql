-- Who asks for a settlement or changes its amount does not approve it.
alter table settlements
  -- Who asked again for one that was rejected.
  add column asked_by bigint references users (id),
  -- Who last changed its amount.
  add column amount_by bigint references users (id);
update settlements t set
  asked_by = (select s.user_id from settlement_steps s where s.settlement_id = t.id and s.status = 'ReInitiated' order by s.id desc limit 1),
  amount_by = (select s.user_id from settlement_steps s where s.settlement_id = t.id and s.status in ('AmountUpdated', 'ReInitiated')
    and s.amount is not null order by s.id desc limit 1);
