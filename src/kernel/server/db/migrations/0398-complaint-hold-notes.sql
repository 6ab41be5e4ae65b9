-- The hold of a complaint says its number: whom the complaint is about reads the hold, and not the words.
update loan_holds h set note = k.number from complaints k where k.hold_id = h.id;
-- One of an earlier opening, to which the complaint points no more.
update loan_holds h set note = k.number
from complaints k join complaint_steps s on s.complaint_id = k.id and s.what in ('taken', 'reopened'), compliance_rules r
where h.loan_id = k.loan_id and r.id = h.rule_id and r.is_complaint and h.note <> '' and h.note <> k.number
  and starts_with(s.words, h.note);
