#!/usr/bin/env bash
# Fills a folder with the secrets of compose.production.yml, and keeps what is there already.
#   SMTP_URL=smtps://user:password@mail.example.org ALERTS_TO=ada@example.org MAIL_FROM=holds@example.org deploy/make-secrets.sh FOLDER
# ALERTS_TO: who is called by alerts: a mail address, with SMTP_URL's server and MAIL_FROM as the sender, or the address
# (https://…) of a webhook. Without it, alerts are seen in Alertmanager and Grafana only. To change it, delete alertmanager.yml.
# CONSOLE_NETWORKS: from where staff reach /console at the public address, such as '192.0.2.0/24 198.51.100.7'. Default: nobody.
# Needs openssl. The certificate is self-signed, to try it: replace certificate.pem by your own (chain first, then the key).
set -euo pipefail
umask 077

folder=${1:?Name the folder: deploy/make-secrets.sh FOLDER}
mkdir -p "$folder"
# Only root and the folder's owner get here. The files are readable, because containers with other users read them.
chmod 700 "$folder"
# What a process reads again while it runs has a folder: a container sees what is put in the place of a file only there.
mkdir -p "$folder/api" "$folder/worker"
chmod 755 "$folder/api" "$folder/worker"
into() { # FOLDER NAME
  [ ! -f "$folder/$2" ] || mv "$folder/$2" "$folder/$1/$2"
}
into api operator_token
into worker smtp_url
[ -s "$folder/worker/smtp_url" ] || : "${SMTP_URL:?Set SMTP_URL to your mail server, such as smtps://user:password@mail.example.org}"
case ${ALERTS_TO:-} in
  http://* | https://*) ;;
  *@*) : "${MAIL_FROM:?Set MAIL_FROM to the sender of alerts, an address for which your mail server sends}" ;;
esac

random() { openssl rand -hex 24; }
keep() { # NAME VALUE
  [ -s "$folder/$1" ] || printf '%s\n' "$2" >"$folder/$1"
  chmod 444 "$folder/$1"
}

keep postgres_password "$(random)"
# Before there were two roles, the service had the address of the owner.
if [ -s "$folder/database_url" ] && [ ! -s "$folder/migration_database_url" ]; then
  mv "$folder/database_url" "$folder/migration_database_url"
  echo "The service gets a role of its own. UPGRADE.md says how to make it, before you start anything."
fi
keep migration_database_url "postgres://holdfast:$(random)@postgres:5432/holdfast"
keep database_url "postgres://holdfast_service:$(random)@postgres:5432/holdfast"
keep backup_password "$(random)"
keep watch_password "$(random)"
keep api/operator_token "$(random)"
keep content_key "$(random)"
keep webhooks_key "$(random)"
keep grafana_password "$(random)"
keep worker/smtp_url "${SMTP_URL:-}"
keep console_networks "# From where staff reach /console at the public address: a network or an address a line.
$(tr ' ' '\n' <<<"${CONSOLE_NETWORKS:-}")"

# Quoted for YAML.
quoted() { printf "'%s'" "${1//\'/\'\'}"; }
decoded() { printf '%b' "${1//%/\\x}"; }
mail_receiver() {
  local address=${SMTP_URL:-$(cat "$folder/worker/smtp_url")} rest user='' password='' host
  rest=${address#*://}
  rest=${rest%%[/?]*}
  if [[ $rest == *@* ]]; then
    user=$(decoded "${rest%%:*}")
    password=${rest#*:}
    password=$(decoded "${password%@*}")
  fi
  host=${rest##*@}
  case $host in *:*) ;; *) case $address in smtps:*) host=$host:465 ;; *) host=$host:587 ;; esac ;; esac
  echo '    email_configs:'
  echo "      - to: $(quoted "$ALERTS_TO")"
  echo "        from: $(quoted "$MAIL_FROM")"
  echo "        smarthost: $(quoted "$host")"
  # It means STARTTLS, without which a password must not go in the clear. On port 465, Alertmanager speaks TLS from the start.
  echo "        require_tls: $([ -n "$user" ] && [[ $address != smtps:* ]] && echo true || echo false)"
  [ -z "$user" ] || printf '        auth_username: %s\n        auth_password: %s\n' "$(quoted "$user")" "$(quoted "$password")"
  echo '        send_resolved: true'
}
if [ ! -s "$folder/alertmanager.yml" ]; then
  keep alertmanager.yml "$(
    echo 'route: { receiver: staff, group_by: [alertname], group_wait: 30s, group_interval: 5m, repeat_interval: 4h }'
    echo 'receivers:'
    echo '  - name: staff'
    case ${ALERTS_TO:-} in
      '') ;;
      http://* | https://*) printf '    webhook_configs:\n      - url: %s\n        send_resolved: true\n' "$(quoted "$ALERTS_TO")" ;;
      *) mail_receiver ;;
    esac
  )"
  [ -n "${ALERTS_TO:-}" ] || echo "alertmanager.yml calls nobody: delete it and set ALERTS_TO."
fi
if [ ! -s "$folder/certificate.pem" ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout "$folder/key" -out "$folder/certificate" 2>/dev/null
  keep certificate.pem "$(cat "$folder/certificate" "$folder/key")"
  rm "$folder/certificate" "$folder/key"
  echo "certificate.pem is self-signed and valid for 30 days: replace it."
fi
echo "The secrets are in $folder."
