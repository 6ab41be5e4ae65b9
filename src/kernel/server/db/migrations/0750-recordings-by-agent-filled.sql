-- Those of before 0749.
update recordings r set user_id = k.user_id from call_attempts k where k.id = r.attempt_id and r.user_id is distinct from k.user_id;
