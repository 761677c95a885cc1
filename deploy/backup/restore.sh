#!/usr/bin/env bash
# Puts a base backup into PGDATA, and has the server go on from there through the archive when it starts.
#   restore.sh [--replace] [--backup NAME] [--until TIME]
# --replace: moves the data that is in PGDATA to a folder beside it, before-restore-TIMESTAMP, when the base backup is found.
# NAME: a folder in BACKUP_DIR/base; by default the newest one, or the newest one before TIME.
# TIME: what was committed later is left out, such as '2026-11-22 14:05:00+01'. By default: the end of the archive.
# Without --replace, PGDATA must be empty or absent. The server must not run. It then starts as usual, answers when the archive has been
# replayed, and continues with a timeline of its own.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
backups=${BACKUP_DIR:-/backups}
: "${PGDATA:?Set PGDATA to the folder of the data of the server}"

backup='' until='' replace=''
while [ $# -gt 0 ]; do
  case $1 in
    --replace) replace=yes && shift ;;
    --backup) backup=${2:?--backup needs a name} && shift 2 ;;
    --until) until=${2:?--until needs a time} && shift 2 ;;
    *) echo "Unknown: $1. Use: restore.sh [--replace] [--backup NAME] [--until TIME]" >&2 && exit 2 ;;
  esac
done

if [ -z "$backup" ]; then
  latest=$([ -z "$until" ] && echo 3 || date --utc --date="$until" +%Y%m%dT%H%M%S.%6NZ)
  backup=$(find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*' -printf '%f\n' | LC_ALL=C sort |
    LC_ALL=C awk -v latest="$latest" '$0 < latest' | tail --lines=1)
fi
from=$backups/base/$backup
if [ -z "$backup" ] || [ ! -d "$from" ]; then
  echo "There is no such base backup in $backups/base." >&2
  exit 1
fi

if [ -n "$(ls -A "$PGDATA" 2>/dev/null)" ]; then
  if [ -z "$replace" ]; then
    echo "$PGDATA is not empty: --replace moves what is there to a folder beside it." >&2
    exit 1
  fi
  kept=$(dirname "$PGDATA")/before-restore-$(date --utc +%Y%m%dT%H%M%S.%6NZ)
  mv --no-target-directory "$PGDATA" "$kept"
  echo "What was there is now in $kept. Delete it when the restored data has been checked."
fi

mkdir -p "$PGDATA"
chmod 700 "$PGDATA"
tar --extract --gzip --file="$from/base.tar.gz" --directory="$PGDATA"
tar --extract --gzip --file="$from/pg_wal.tar.gz" --directory="$PGDATA/pg_wal"
# An earlier restore may have left its own.
sed --in-place --regexp-extended '/^(restore_command|recovery_target|hot_standby|holdfast\.restored)/d' "$PGDATA/postgresql.auto.conf"
{
  echo "restore_command = 'BACKUP_DIR=$backups bash $here/fetch-wal.sh %f %p'"
  echo "recovery_target_action = 'promote'"
  # By this Holdfast knows that it is a copy: notices wait until `holdfast resume-mail`.
  echo "holdfast.restored = '$backup restored at $(date --utc +%Y-%m-%dT%H:%M:%SZ)'"
  # Nobody is let in before the end: what can be read until then is the past.
  echo 'hot_standby = off'
  [ -z "$until" ] || echo "recovery_target_time = '$until'"
} >>"$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
sync "$PGDATA"
echo "Base backup $backup is in $PGDATA. Start the server: it replays the archive${until:+ until $until}."
