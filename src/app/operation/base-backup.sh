#!/usr/bin/env bash
# A base backup of the PostgreSQL cluster, from which `restore-to.sh` goes on with the archived WAL. Once a day or a week.
# The cluster archives its WAL (postgresql.conf):
#   archive_mode = on
#   archive_timeout = 60
#   archive_command = 'test ! -f /backup/wal/%f && cp %p /backup/wal/%f.part && mv /backup/wal/%f.part /backup/wal/%f'
# usage: base-backup.sh <connection, such as postgres://backup@db> <empty or new folder>
set -euo pipefail
[ $# -eq 2 ] || { echo 'usage: base-backup.sh <connection> <folder>' >&2; exit 2; }
umask 077
pg_basebackup --dbname "$1" --pgdata "$2" --format tar --gzip --wal-method stream --checkpoint fast
echo "The base backup is in $2."
