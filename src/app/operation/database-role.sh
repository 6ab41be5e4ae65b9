#!/bin/bash
# Run once by the database container when it creates its cluster. `recoup` owns the databases and nothing else: it is no superuser,
# reads no file of the database's machine and changes no other role. Servers run as `recoup_program`, which owns nothing and gets
# its rights from each migration (app/operation/program-role.ts).
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set=ON_ERROR_STOP=1 \
  --set=password="$(cat /run/secrets/recoup-password)" --set=program="$(cat /run/secrets/program-password)" <<'SQL'
create role recoup login nosuperuser nocreaterole noreplication createdb password :'password';
create role recoup_program login nosuperuser nocreaterole noreplication nocreatedb password :'program';
create database recoup owner recoup template template0 encoding 'UTF8';
create database rehearsal owner recoup template template0 encoding 'UTF8';
revoke connect on database recoup, rehearsal, postgres from public;
SQL
