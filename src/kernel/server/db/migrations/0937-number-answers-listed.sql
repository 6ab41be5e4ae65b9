-- Answers about near loan numbers are listed and removed one by one.
create sequence loan_number_answers_ids;
alter table loan_number_answers add column id bigint;
alter table loan_number_answers alter column id set default nextval('loan_number_answers_ids');
alter sequence loan_number_answers_ids owned by loan_number_answers.id;
update loan_number_answers set id = nextval('loan_number_answers_ids') where id is null;
