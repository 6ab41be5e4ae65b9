-- Those of before 0804. Once more, for loans that moved before their promise was reached: from then on whoever moves one waits.
update promises p set assignee_id = l.assignee_id from loans l where l.id = p.loan_id and p.assignee_id is distinct from l.assignee_id;
update promises p set assignee_id = l.assignee_id from loans l where l.id = p.loan_id and p.assignee_id is distinct from l.assignee_id;
