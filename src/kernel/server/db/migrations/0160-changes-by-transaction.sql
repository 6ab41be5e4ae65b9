-- What changed of a person's loans since a phone last asked is found without reading the others.
create index loans_changed on loans (assignee_id, changed_tx) where is_active and assignee_id is not null;
