#!/usr/bin/env bash
# Runs when the PostgreSQL container makes its database: the database, the role that owns it and migrates, the one that runs the
# service, one that sees how the archive is and no rows, and one for backups. None is a superuser. Run again, it makes what is missing.
set -euo pipefail

# The passwords also stand in addresses: postgres://holdfast:PASSWORD@…
password_in() { sed -E 's|^[a-z]+://[^:]*:([^@]*)@.*$|\1|' "/run/secrets/$1"; }

# In the environment: everybody on the machine can read the arguments of a command.
OWNER_PASSWORD=$(password_in migration_database_url)
SERVICE_PASSWORD=$(password_in database_url)
WATCH_PASSWORD=$(password_in watch_database_url)
BACKUP_PASSWORD=$(cat /run/secrets/backup_password)
export OWNER_PASSWORD SERVICE_PASSWORD WATCH_PASSWORD BACKUP_PASSWORD
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --quiet --tuples-only <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
\getenv watch_password WATCH_PASSWORD
\getenv backup_password BACKUP_PASSWORD
SELECT format('CREATE ROLE %I LOGIN %s PASSWORD %L', name, attribute, password)
FROM (VALUES
  ('holdfast', '', :'owner_password'),
  ('holdfast_service', '', :'service_password'),
  ('holdfast_watch', '', :'watch_password'),
  ('backup', 'REPLICATION', :'backup_password')
) AS wanted (name, attribute, password)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
SELECT 'CREATE DATABASE holdfast OWNER holdfast' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'holdfast') \gexec
SQL
rule='host replication backup all scram-sha-256'
grep --quiet --line-regexp --fixed-strings "$rule" "$PGDATA/pg_hba.conf" || echo "$rule" >>"$PGDATA/pg_hba.conf"
