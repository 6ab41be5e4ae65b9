-- Creates the role of the servers in an installation that has only the owner `recoup`. Run it as a superuser with the role's
-- password: psql -v password=… ; the next migration (npm run db:migrate, as the owner) grants its rights.
\set ON_ERROR_STOP on
create role recoup_program login nosuperuser nocreaterole noreplication nocreatedb password :'password';
grant connect on database recoup to recoup_program;
