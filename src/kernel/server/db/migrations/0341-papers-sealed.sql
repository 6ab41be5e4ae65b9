-- Voter's card, driving licence and passport numbers lie sealed as PAN and Aadhaar do.
alter table borrowers add column voter_id_sealed text, add column driving_licence_sealed text, add column passport_number_sealed text;
alter table loan_participants
  add column voter_id_sealed text, add column driving_license_sealed text, add column passport_number_sealed text;
-- Those still in clear, for the job that seals them; in place of the indexes of 0293.
drop index borrowers_in_clear;
drop index loan_participants_in_clear;
create index borrowers_in_clear on borrowers (id)
  where (pan_sealed is null and pan !~ 'XXXX') or (aadhar_sealed is null and aadhar !~ 'XXXX')
    or (voter_id_sealed is null and voter_id !~ 'XXXX') or (driving_licence_sealed is null and driving_licence !~ 'XXXX')
    or (passport_number_sealed is null and passport_number !~ 'XXXX');
create index loan_participants_in_clear on loan_participants (id)
  where (pan_sealed is null and pan !~ 'XXXX') or (aadhar_number_sealed is null and aadhar_number !~ 'XXXX')
    or (voter_id_sealed is null and voter_id !~ 'XXXX') or (driving_license_sealed is null and driving_license !~ 'XXXX')
    or (passport_number_sealed is null and passport_number !~ 'XXXX');
