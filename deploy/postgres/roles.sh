#!/usr/bin/env bash
# Runs when the PostgreSQL container makes its database: the database, the role that owns it and migrates, the one that runs the
# service, one that sees how the archive is and no rows, and one for backups. None is a superuser. Run again, it makes what is missing, and gives each role the password of its file.
set -euo pipefail

# Names and passwords also stand in addresses: postgres://holdfast:PASSWORD@…
password_in() { sed -E 's|^[a-z]+://[^:]*:([^@]*)@.*$|\1|' "/run/secrets/$1"; }
role_in() { sed -E 's|^[a-z]+://([^:]*):.*$|\1|' "/run/secrets/$1"; }

# In the environment: everybody on the machine can read the arguments of a command.
OWNER_PASSWORD=$(password_in migration_database_url)
SERVICE_ROLE=$(role_in database_url)
SERVICE_PASSWORD=$(password_in database_url)
WATCH_PASSWORD=$(cat /run/secrets/watch_password)
BACKUP_PASSWORD=$(cat /run/secrets/backup_password)
export OWNER_PASSWORD SERVICE_ROLE SERVICE_PASSWORD WATCH_PASSWORD BACKUP_PASSWORD
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --set=ON_ERROR_STOP=1 --quiet --tuples-only <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_role SERVICE_ROLE
\getenv service_password SERVICE_PASSWORD
\getenv watch_password WATCH_PASSWORD
\getenv backup_password BACKUP_PASSWORD
CREATE TEMPORARY TABLE wanted (name text, attribute text, password text);
INSERT INTO wanted VALUES
  ('holdfast', '', :'owner_password'),
  (:'service_role', '', :'service_password'),
  ('holdfast_watch', '', :'watch_password'),
  ('backup', 'REPLICATION', :'backup_password');
-- While its password is replaced, the service has another role, which is a member of this one.
INSERT INTO wanted SELECT 'holdfast_service', '', NULL WHERE :'service_role' <> 'holdfast_service';
SELECT format('CREATE ROLE %I LOGIN %s', name, attribute) FROM wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
SELECT format('ALTER ROLE %I PASSWORD %L', name, password) FROM wanted WHERE password IS NOT NULL \gexec
SELECT format('GRANT holdfast_service TO %I', :'service_role') WHERE :'service_role' <> 'holdfast_service' \gexec
SELECT format('ALTER ROLE %I SET role = holdfast_service', :'service_role') WHERE :'service_role' <> 'holdfast_service' \gexec
SELECT 'CREATE DATABASE holdfast OWNER holdfast' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'holdfast') \gexec
SQL
rule='host replication backup all scram-sha-256'
grep --quiet --line-regexp --fixed-strings "$rule" "$PGDATA/pg_hba.conf" || echo "$rule" >>"$PGDATA/pg_hba.conf"
