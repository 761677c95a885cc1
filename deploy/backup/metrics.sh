#!/usr/bin/env bash
# Writes into BACKUP_DIR/metrics, for Prometheus's node exporter, when the newest base backup was complete.
set -euo pipefail
backups=${BACKUP_DIR:-/backups}
mkdir -p "$backups/base" "$backups/metrics"

# Base backups are named by their end: 20261122T090000.250000Z.
newest=$(find "$backups/base" -mindepth 1 -maxdepth 1 -name '2*' -printf '%f\n' | LC_ALL=C sort | tail --lines=1)
end=$(sed -E 's/^(.{4})(..)(..)T(..)(..)(..).*$/\1-\2-\3T\4:\5:\6Z/' <<<"$newest")
unfinished=$backups/metrics/.unfinished-$$
cat >"$unfinished" <<EOF
# HELP holdfast_base_backup_timestamp_seconds When the newest base backup was complete, in Unix time; 0 if there is none.
# TYPE holdfast_base_backup_timestamp_seconds gauge
holdfast_base_backup_timestamp_seconds $(if [ -n "$end" ]; then date --date="$end" +%s; else echo 0; fi)
EOF
mv "$unfinished" "$backups/metrics/backups.prom"
