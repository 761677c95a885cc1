#!/usr/bin/env bash
# Makes a base backup whenever the newest one is BACKUP_EVERY_HOURS (24) old, and again after 5 minutes if that fails.
set -uo pipefail
here=$(dirname "$(readlink -f "$0")")
minutes=$((${BACKUP_EVERY_HOURS:-24} * 60))

is_due() {
  [ -z "$(find "${BACKUP_DIR:-/backups}/base" -mindepth 1 -maxdepth 1 -name '2*' -mmin "-$minutes" 2>/dev/null)" ]
}

trap 'exit 0' TERM INT
while true; do
  if is_due && ! bash "$here/base-backup.sh"; then echo 'The base backup has failed.' >&2; fi
  bash "$here/metrics.sh"
  # In the background, so that a signal ends the wait.
  sleep 300 &
  wait $!
done
