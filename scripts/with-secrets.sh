#!/bin/sh
# with-secrets.sh <command…>: runs a program with the settings that are files in /run/secrets, by their names. So no
# password is in the configuration of a container, where `docker inspect` shows it.
set -eu

for file in "${SECRETS_DIR:-/run/secrets}"/*; do
  name=${file##*/}
  case $name in
    *[!A-Z0-9_]* | [0-9]*) continue ;;
  esac
  # One that is empty leaves the setting as it is.
  [ -s "$file" ] || continue
  if [ ! -r "$file" ]; then
    echo "$file cannot be read by user $(id -u): chmod 0444 it, in a folder that only its owner may enter." >&2
    exit 78
  fi
  export "$name=$(cat "$file")"
done
exec "$@"
