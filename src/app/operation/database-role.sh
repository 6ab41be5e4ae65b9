#!/bin/bash
# The database container runs it once, when it makes its cluster: the role of the program owns its databases and nothing else.
# It is no superuser: it reads no file of the database's machine and changes no other role.
set -eu
psql --username "$POSTGRES_USER" --dbname postgres --set=ON_ERROR_STOP=1 \
  --set=password="$(cat /run/secrets/recoup-password)" <<'SQL'
create role recoup login nosuperuser nocreaterole noreplication createdb password :'password';
create database recoup owner recoup template template0 encoding 'UTF8';
create database rehearsal owner recoup template template0 encoding 'UTF8';
revoke connect on database recoup, rehearsal, postgres from public;
SQL
