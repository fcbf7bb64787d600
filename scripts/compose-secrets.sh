#!/bin/sh
# scripts/compose-secrets.sh [folder]: makes the secrets of docker-compose.yml, at random. What is there already stays.
# Containers read them as users of their own: the files are readable, and the folder is open to its owner alone.
set -eu

folder=${1:-secrets}
umask 077
mkdir -p "$folder"
chmod 0700 "$folder"

# random <bytes>
random() { od -An "-N$1" -tx1 /dev/urandom | tr -d ' \n'; }
# secret <name> <text>
secret() {
  [ -e "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"
  chmod 0444 "$folder/$1"
}

# For the entry point of PostgreSQL, which wants one; nobody can log in with it afterwards (scripts/compose-roles.sql).
secret postgres_superuser_password "$(random 24)"
secret postgres_password "$(random 24)"
secret postgres_api_password "$(random 24)"
secret grafana_password "$(random 24)"
secret database_url "postgres://chaintrail:$(cat "$folder/postgres_password")@postgres:5432/chaintrail"
secret api_database_url "postgres://chaintrail_web:$(cat "$folder/postgres_api_password")@postgres:5432/chaintrail"
secret redis_conf "requirepass $(random 24)"
secret redis_url "redis://:$(cut -d ' ' -f 2 "$folder/redis_conf")@redis:6379"
secret redis_off ''
# Nodes of Bitcoin's family take a user and a password from a file of settings. The indexer reads both as a cookie.
secret node_rpc_cookie "chaintrail:$(random 24)"
secret node_rpc_conf "$(sed 's/\(.*\):\(.*\)/rpcuser=\1\nrpcpassword=\2/' "$folder/node_rpc_cookie")"
# What geth and its consensus client know each other by (32 bytes).
secret engine_jwt "$(random 32)"
echo "The secrets are in $folder."
