#!/usr/bin/env bash
# Makes a base backup of the whole server in BACKUP_DIR/base, checks it, and then removes what KEEP_BACKUPS (7) no longer
# covers: older base backups, and the segments of the log that only they need.
# The connection is libpq's: PGHOST, PGPORT, PGUSER (a role with REPLICATION), PGPASSWORD or PGPASSWORD_FILE.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=deploy/backup/connection.sh
source "$here/connection.sh"
backups=${BACKUP_DIR:-/backups}
keep=${KEEP_BACKUPS:-7}
mkdir -p "$backups/base" "$backups/wal"
rm -rf "$backups"/base/.unfinished-*

unfinished=$backups/base/.unfinished-$$
# With the log that it needs itself: it can be restored without the archive too.
pg_basebackup --pgdata="$unfinished" --format=tar --gzip --wal-method=stream --checkpoint=fast --no-password
gzip --test "$unfinished"/*.tar.gz
# The segment at which the archive takes over, for what is removed below.
tar --extract --gzip --to-stdout --file="$unfinished/base.tar.gz" backup_label |
  sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\)).*/\1/p' >"$unfinished/first-segment"
[ -s "$unfinished/first-segment" ]
sync "$unfinished"/*
# Named by its end, to the microsecond: it cannot be restored to an earlier time.
name=$(date --utc +%Y%m%dT%H%M%S.%6NZ)
mv "$unfinished" "$backups/base/$name"
sync "$backups/base"
echo "Base backup $name is complete."

mapfile -t all < <(find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*' -printf '%f\n' | LC_ALL=C sort)
while [ "${#all[@]}" -gt "$keep" ]; do
  rm -rf "${backups:?}/base/${all[0]}"
  echo "Base backup ${all[0]} is removed."
  all=("${all[@]:1}")
done
pg_archivecleanup -x .gz "$backups/wal" "$(cat "$backups/base/${all[0]}/first-segment")"
