#!/usr/bin/env bash
# Runs when the PostgreSQL container makes its database: the database, the role that owns it and migrates, the one that runs the
# service, and one for backups. None is a superuser. Run again, it makes what is missing.
set -euo pipefail

# The passwords also stand in addresses: postgres://holdfast:PASSWORD@…
password_in() { sed -E 's|^[a-z]+://[^:]*:([^@]*)@.*$|\1|' "/run/secrets/$1"; }

psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --quiet --tuples-only \
  --set=owner_password="$(password_in migration_database_url)" --set=service_password="$(password_in database_url)" \
  --set=backup_password="$(cat /run/secrets/backup_password)" <<'SQL'
SELECT format('CREATE ROLE %I LOGIN %s PASSWORD %L', name, attribute, password)
FROM (VALUES
  ('holdfast', '', :'owner_password'),
  ('holdfast_service', '', :'service_password'),
  ('backup', 'REPLICATION', :'backup_password')
) AS wanted (name, attribute, password)
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
SELECT 'CREATE DATABASE holdfast OWNER holdfast' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'holdfast') \gexec
SQL
rule='host replication backup all scram-sha-256'
grep --quiet --line-regexp --fixed-strings "$rule" "$PGDATA/pg_hba.conf" || echo "$rule" >>"$PGDATA/pg_hba.conf"
