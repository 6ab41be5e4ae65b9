-- Keys of phones are sealed under the key of the installation; those from before are sealed by the next start.
alter table device_key add column key_sealed text;
alter table device_key alter column key drop not null;
alter table device_key add constraint device_key_one check (num_nonnulls(key, key_sealed) = 1) not valid;
