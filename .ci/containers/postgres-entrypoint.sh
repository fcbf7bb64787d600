#!/usr/bin/env bash
# What docker-compose.yml uses of the entry point of PostgreSQL's image: the database and its superuser are made at the
# first start, and the files of /docker-entrypoint-initdb.d run in it.
set -euo pipefail
# The embedded server is built without lz4, unlike the image.
set -- "${@/wal_compression=lz4/wal_compression=pglz}"
[ "$1" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  install -d -m 0700 "$PGDATA"
  install -d -m 3775 /var/run/postgresql
  chown -R postgres "$PGDATA" /var/run/postgresql
  exec gosu postgres "${BASH_SOURCE[0]}" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  password=$(cat "$POSTGRES_PASSWORD_FILE")
  # shellcheck disable=SC2086 # a list
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "$password") ${POSTGRES_INITDB_ARGS:-}
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  export PGUSER=$POSTGRES_USER PGPASSWORD=$password
  # Nobody but this script connects until the database is there.
  pg_ctl -D "$PGDATA" -o "$(printf '%q ' "${@:2}") -c listen_addresses='' -p 5432" -w start
  psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc --dbname postgres -c "CREATE DATABASE \"$POSTGRES_DB\""
  for file in /docker-entrypoint-initdb.d/*.sql; do
    psql -v ON_ERROR_STOP=1 --no-password --no-psqlrc --dbname "$POSTGRES_DB" -f "$file"
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
  unset PGUSER PGPASSWORD
fi
exec "$@"
