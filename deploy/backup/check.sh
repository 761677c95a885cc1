#!/usr/bin/env bash
# Succeeds if the backups are what they should be: the newest base backup is at most 1.5 × BACKUP_EVERY_HOURS old, and the
# last segment of the log was archived, not refused. Prints what is wrong.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=deploy/backup/connection.sh
source "$here/connection.sh"
minutes=$((${BACKUP_EVERY_HOURS:-24} * 90))

newest=$(find "${BACKUP_DIR:-/backups}/base" -mindepth 1 -maxdepth 1 -name '2*' -mmin "-$minutes" 2>/dev/null)
if [ -z "$newest" ]; then
  echo "There is no base backup of the last $minutes minutes."
  exit 1
fi
fails=$(psql --no-password --no-psqlrc --tuples-only --no-align --command="
  SELECT coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) FROM pg_stat_archiver") || exit 1
if [ "$fails" != f ]; then
  echo 'PostgreSQL cannot archive its log: see its own log for the reason.'
  exit 1
fi
