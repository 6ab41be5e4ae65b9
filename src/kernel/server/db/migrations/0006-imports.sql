-- Bad rows are read again from the file itself, so that the error file has the lender's own columns.
alter table import_errors drop column line;

-- Of several rows about one person only the last one speaks, wherever in the file it stands.
alter table import_rows drop column borrower_id, add column speaks boolean not null default true;

-- The end of a mobile number is what people search by.
create index loans_mobile_end on loans (right(mobile, 4));
