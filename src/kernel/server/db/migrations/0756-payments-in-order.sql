-- As payments_list, with what sums of payments need: a month of them is added up, and joined with its loans, without their rows.
-- 27 bytes a payment more, and no index more to write.
create index concurrently if not exists payments_in_order on payments (payment_date desc, id desc)
  include (loan_id, amount, realized) where status = 'success';
