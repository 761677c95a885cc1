#!/usr/bin/env bash
# Replaces the APIs and workers of compose.production.yml one after the other, for a new image or new settings. The balancer
# sends requests to the API that runs, so none fails. If one does not become healthy, the others stay as they are.
#   deploy/rolling-restart.sh [SERVICE…]
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- api-1 api-2 worker-1 worker-2
compose=(docker compose -f compose.production.yml)

"${compose[@]}" run --rm --no-deps migrate
for service; do
  "${compose[@]}" up --detach --no-deps --force-recreate --wait --wait-timeout 180 "$service"
  # The balancer finds the new address and asks twice.
  sleep 5
done
