#!/bin/sh
# The backup service of compose: `sh backups.sh <folder>` saves the database and the files each day, and again after an hour
# when that failed; `sh backups.sh <folder> once` does it once. A volume that is full recovers: room is made before a backup.
set -u
folder=$1
DAYS=14
# So many of the newest stay, whatever their age and however little room there is.
LEAST=2

backups() {
  ls -1t "$folder" | grep -E '\.backup\.gz(\.age)?$'
}
# What a backup that was broken off left, and backups of more than two weeks.
prune() {
  rm -f "$folder"/*.unfinished
  backups | tail -n +$((LEAST + 1)) | while read -r name; do
    find "$folder/$name" -mtime +$DAYS -exec rm -f {} \;
  done
}
# Less room than one and a quarter of the newest backup.
is_short() {
  newest=$(backups | head -n 1)
  [ -n "$newest" ] || return 1
  needed=$(($(du -k "$folder/$newest" | cut -f1) * 5 / 4))
  [ "$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')" -lt "$needed" ]
}
make_room() {
  while [ "$(backups | wc -l)" -gt $LEAST ] && is_short; do
    rm -f "$folder/$(backups | tail -n 1)"
  done
}
once() {
  prune
  make_room
  node src/tools/db.ts backup "$folder" && node src/tools/db.ts files-backup "$folder/files"
}

if [ "${2:-}" = once ]; then
  once
  exit
fi
while :; do
  if once; then sleep 86400; else sleep 3600; fi
done
