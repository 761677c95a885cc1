#!/usr/bin/env bash
# Replaces the workers and APIs of compose.production.yml one after the other, for a new image or new settings. The balancer
# sends requests to the API that runs, so none fails. If one does not become healthy, the others stay as they are.
#   deploy/rolling-restart.sh [SERVICE…]
# It leaves what `docker compose up` would, and asks Compose whether it has.
set -euo pipefail
cd "$(dirname "$0")/.."

# Those with which the whole stack was tried on a real engine.
TESTED_COMPOSE='2.26 2.40'
MIN_COMPOSE=2.24

[ $# -gt 0 ] || set -- worker-1 worker-2 api-1 api-2
# COMPOSE_FILE may add files to it.
if [ -n "${COMPOSE_FILE:-}" ] || grep --quiet --no-messages '^COMPOSE_FILE=' .env; then
  compose=(docker compose)
else
  compose=(docker compose -f compose.production.yml)
fi

check_version() {
  local version series
  version=$(docker compose version --short)
  series=$(cut --delimiter=. --fields=1,2 <<<"${version#v}")
  if [ "$(printf '%s\n' "$MIN_COMPOSE" "$series" | sort --version-sort | head --lines=1)" != "$MIN_COMPOSE" ]; then
    echo "Docker Compose $version is too old: this needs $MIN_COMPOSE or newer." >&2
    exit 1
  fi
  case " $TESTED_COMPOSE " in
    *" $series "*) ;;
    *) echo "Docker Compose $version was not tried with this stack; these were: $TESTED_COMPOSE." >&2 ;;
  esac
}

# Prints those of the services (default: all) that `docker compose up` would replace now. `config --hash` does not say so: up
# to 2.26 it leaves out the variables of .env.
outdated() {
  local plan
  plan=$("${compose[@]}" --dry-run create "$@" 2>&1)
  grep --quiet ' Container ' <<<"$plan" || { echo "Docker Compose does not say what it would replace: $plan" >&2 && exit 1; }
  sed --quiet --regexp-extended 's/^.* Container ([^ ]+)-[0-9]+ +Recreate$/\1/p' <<<"$plan" |
    { grep --only-matching --extended-regexp '((api|worker)-[0-9]+|[a-z]+(-exporter|-folder)?)$' || true; } |
    sort --unique | paste --serial --delimiters=' '
}

check_version
# Compose would bring it up to date with the first of them.
before=$(outdated postgres)
if [ -n "$before" ]; then
  echo 'PostgreSQL has another configuration now. Nothing was replaced: at a quiet hour, because the service does not answer while' >&2
  echo 'PostgreSQL restarts, run `docker compose up --detach --wait postgres`, and then this again.' >&2
  exit 1
fi

# Without input: it would take the commands that are pasted behind this one.
"${compose[@]}" run --rm -T --no-deps migrate </dev/null
for service; do
  # Without --no-deps: for Compose, what a service depends on belongs to its configuration.
  "${compose[@]}" up --detach --force-recreate --wait --wait-timeout 180 "$service"
  # The balancer finds the new address and asks twice.
  sleep "${PAUSE_SECONDS:-5}"
done

after=$(outdated)
for service; do
  case " $after " in *" $service "*)
    echo "With this version of Docker Compose, the next \`docker compose up\` replaces these at once: $after" >&2
    exit 1
    ;;
  esac
done
[ -z "$after" ] || echo "These have another configuration too. \`docker compose up --detach --wait\` replaces them: $after"
