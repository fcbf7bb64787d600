#!/bin/sh
# scripts/compose-secrets.sh [folder]: makes the secrets of docker-compose.yml, at random. What is there already stays.
# Containers read them as users of their own, so the files are readable and the folder is closed to everybody but its owner.
set -eu

folder=${1:-secrets}
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
# secret <name> <text>
secret() {
  [ -e "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"
  chmod 0444 "$folder/$1"
}

secret postgres_password "$(random)"
secret postgres_api_password "$(random)"
secret grafana_password "$(random)"
secret database_url "postgres://chaintrail:$(cat "$folder/postgres_password")@postgres:5432/chaintrail"
secret api_database_url "postgres://chaintrail_web:$(cat "$folder/postgres_api_password")@postgres:5432/chaintrail"
echo "The secrets are in $folder."
