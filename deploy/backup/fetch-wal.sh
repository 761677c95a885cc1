#!/usr/bin/env bash
# PostgreSQL's restore_command: fetch-wal.sh %f %p
# Copies a segment of the write-ahead log from BACKUP_DIR/wal. Fails if it is not there: PostgreSQL then knows that it has
# reached the end of the archive.
set -euo pipefail
segment=${BACKUP_DIR:-/backups}/wal/$1.gz
[ -e "$segment" ] || exit 1
gunzip --stdout "$segment" >"$2"
