-- A role for servers beside the owner `recoup` of an installation that has one role. Run it as a superuser, with the password of the
-- role: psql -v password=… ; the next migration (npm run db:migrate, as the owner) gives it its rights.
\set ON_ERROR_STOP on
create role recoup_program login nosuperuser nocreaterole noreplication nocreatedb password :'password';
grant connect on database recoup to recoup_program;
