-- Aadhaar and PAN lie sealed under a key outside of the database; the columns of before keep what may be shown.
alter table borrowers add column pan_sealed text, add column aadhar_sealed text;
alter table loan_participants add column pan_sealed text, add column aadhar_number_sealed text;
-- Those still in clear, from before or from a server of the version before: a job seals them, and then this is empty.
create index borrowers_in_clear on borrowers (id)
  where (pan_sealed is null and pan !~ 'XXXX') or (aadhar_sealed is null and aadhar !~ 'XXXX');
create index loan_participants_in_clear on loan_participants (id)
  where (pan_sealed is null and pan !~ 'XXXX') or (aadhar_number_sealed is null and aadhar_number !~ 'XXXX');
