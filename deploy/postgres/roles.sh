#!/usr/bin/env bash
# Runs once, when the PostgreSQL container makes its database: the service's user and database, and a user for backups.
# Neither is a superuser.
set -euo pipefail

# The one password that also stands in an address: postgres://holdfast:PASSWORD@…
service_password=$(sed -E 's|^[a-z]+://[^:]*:([^@]*)@.*$|\1|' /run/secrets/database_url)

psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --quiet \
  --set=service_password="$service_password" --set=backup_password="$(cat /run/secrets/backup_password)" <<'SQL'
CREATE ROLE holdfast LOGIN PASSWORD :'service_password';
CREATE ROLE backup LOGIN REPLICATION PASSWORD :'backup_password';
CREATE DATABASE holdfast OWNER holdfast;
SQL
echo 'host replication backup all scram-sha-256' >>"$PGDATA/pg_hba.conf"
