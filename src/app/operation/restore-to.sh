#!/usr/bin/env bash
# Puts a PostgreSQL cluster back to a moment: a base backup from before it, and the WAL archived since.
# usage: restore-to.sh <base backup> <WAL archive> <new data folder> <moment, such as '2026-11-23 11:29:00+05:30'>
# Then start PostgreSQL on the new folder, as the user it runs as, and Recoup on it. Phones notice, and send again what it
# lost; take the audit log as it stands with `npm run audit -- --accept "why"`.
set -euo pipefail
[ $# -eq 4 ] || { sed -n 3p "$0" >&2; exit 2; }
base=$1 archive=$(realpath -m "$2") data=$3 moment=$4
[ -f "$base/base.tar.gz" ] || { echo "$base is no base backup." >&2; exit 1; }
[ -d "$archive" ] || { echo "There is no WAL archive in $archive." >&2; exit 1; }
[ ! -e "$data" ] || { echo "$data is there already: name a folder that is not." >&2; exit 1; }
case $moment in *\'* | '') echo 'The moment is a date and a time with its zone.' >&2; exit 2 ;; esac
umask 077
mkdir "$data"
tar -xzf "$base/base.tar.gz" -C "$data"
tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
cat >> "$data/postgresql.auto.conf" <<CONF
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$moment'
recovery_target_action = 'promote'
CONF
touch "$data/recovery.signal"
echo "Start PostgreSQL on $data: it goes on to $moment and is open then."
