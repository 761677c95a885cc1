#!/usr/bin/env bash
# PostgreSQL's archive_command: archive-wal.sh %p %f
# Stores a segment of the write-ahead log, compressed, in BACKUP_DIR/wal. Succeeds only when it is on the disk. A segment
# that is there already stays: the same content is a success (PostgreSQL may ask again), another content a failure.
set -euo pipefail
segment=$1
name=$2
archive=${BACKUP_DIR:-/backups}/wal
mkdir -p "$archive"

if [ -e "$archive/$name.gz" ]; then
  gunzip --stdout "$archive/$name.gz" | cmp --quiet - "$segment" && exit 0
  echo "$archive/$name.gz is there already, with another content." >&2
  exit 1
fi
unfinished=$archive/.$name.$$
trap 'rm -f "$unfinished"' EXIT
gzip --stdout "$segment" >"$unfinished"
sync "$unfinished"
mv "$unfinished" "$archive/$name.gz"
sync "$archive"
