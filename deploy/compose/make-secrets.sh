#!/bin/sh
# Makes the secrets of compose.yaml beside it, and .env with who owns them. What is there already stays as it is.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets/more

# From standard input into a file of that name, unless it is there.
keep() {
  if [ -e "secrets/$1" ]; then cat >/dev/null; else cat >"secrets/$1"; fi
}
url() {
  printf 'postgres://%s:%s@postgres:5432/purser\n' "$1" "$(cat "secrets/$1_password")"
}

openssl rand -hex 24 | keep postgres_password
openssl rand -hex 24 | keep purser_owner_password
openssl rand -hex 24 | keep purser_service_password
url purser_service | keep purser_database_url
url purser_owner | keep purser_migration_database_url
openssl rand -base64 32 | keep purser_master_key
echo "sk_$(openssl rand -hex 20)" | keep purser_admin_api_key
if [ ! -e secrets/proxy.pem ]; then
  # Of localhost, signed by itself: put a certificate of yours in its place, followed by its key.
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout secrets/proxy.key -out secrets/proxy.crt 2>/dev/null
  cat secrets/proxy.crt secrets/proxy.key >secrets/proxy.pem
  rm secrets/proxy.key
fi

owner="$(id -u):$(id -g)"
if [ "$(id -u)" = 0 ]; then
  # Nothing runs as root: its secrets go to the user of the image.
  owner=10001:10001
  chown -R "$owner" secrets
fi
echo "PURSER_USER=$owner" >.env
echo "Secrets of $owner are in $PWD/secrets. Back up purser_master_key apart from the database."
