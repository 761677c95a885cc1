#!/usr/bin/env bash
# Fills a folder with the secrets of compose.production.yml, and keeps what is there already.
#   SMTP_URL=smtps://user:password@mail.example.org deploy/make-secrets.sh FOLDER
# Needs openssl. The certificate is self-signed, to try it: replace certificate.pem by your own (chain first, then the key).
set -euo pipefail
umask 077

folder=${1:?Name the folder: deploy/make-secrets.sh FOLDER}
[ -s "$folder/smtp_url" ] || : "${SMTP_URL:?Set SMTP_URL to your mail server, such as smtps://user:password@mail.example.org}"
mkdir -p "$folder"
# Only root and the folder's owner get here. The files are readable, because containers with other users read them.
chmod 700 "$folder"

random() { openssl rand -hex 24; }
keep() { # NAME VALUE
  [ -s "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

keep postgres_password "$(random)"
keep database_url "postgres://holdfast:$(random)@postgres:5432/holdfast"
keep backup_password "$(random)"
keep operator_token "$(random)"
keep content_key "$(random)"
keep grafana_password "$(random)"
keep smtp_url "${SMTP_URL:-}"
if [ ! -s "$folder/certificate.pem" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
  keep certificate.pem "$(cat "$folder/certificate" "$folder/key")"
  rm "$folder/certificate" "$folder/key"
  echo "certificate.pem is self-signed and valid for 30 days: replace it."
fi
echo "The secrets are in $folder."
