#!/usr/bin/env bash
# Succeeds if the process in this container is alive. It asks at HOST and METRICS_PORT, as the process listens there.
set -u
host=${HOST:-127.0.0.1}
case $host in 0.0.0.0 | '' | '::') host=127.0.0.1 ;; esac
exec 3<>"/dev/tcp/$host/${METRICS_PORT:-9464}" || exit 1
printf 'GET /health/live HTTP/1.0\r\nHost: %s\r\n\r\n' "$host" >&3
read -r _ status _ <&3
[ "$status" = 200 ]
