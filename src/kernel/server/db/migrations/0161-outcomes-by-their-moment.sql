-- Outcomes are told by when they were written, not by when they arrived: their lists go by that moment.
drop index borrower_dispositions_created, borrower_dispositions_kind, borrower_dispositions_user, borrower_dispositions_sub;
create index borrower_dispositions_moment on borrower_dispositions (effective_at desc, id desc);
create index borrower_dispositions_kind on borrower_dispositions (disposition_id, effective_at desc, id desc);
create index borrower_dispositions_user on borrower_dispositions (user_id, disposition_id, effective_at desc, id desc);
create index borrower_dispositions_sub on borrower_dispositions (sub_disposition_id, effective_at desc, id desc)
  where sub_disposition_id is not null;
