#!/bin/sh
# Unpacks programs from Debian sid beside the system, for tests: what Debian stable does not have, or has too old.
#
#   scripts/install-from-sid.sh <program…>
#
#   knots      Bitcoin Knots (Bitcoin Core with patches), into $KNOTS_ROOT, by default /opt/chaintrail-knots
#   compose    docker compose, which reads compose files without an engine, too, into $COMPOSE_ROOT, by default
#              /opt/chaintrail-compose
#   pg_dump    pg_dump and pg_restore of PostgreSQL 18, into $PG_DUMP_ROOT, by default /opt/chaintrail-pg-dump
#
# Nothing is installed into the system: apt works on private lists and an empty package status. Packages are unpacked
# into one root, and the program runs with that root's own loader and C library. Repeating it changes nothing.
# Exits 0 when every program runs; 2 with one sentence when Debian sid no longer delivers one, or not for this machine;
# 1 with one sentence when something here is wrong.
set -eu

usage() {
  echo "usage: scripts/install-from-sid.sh knots|compose|pg_dump …" >&2
  exit 1
}

# Several programs: one process for each, which share the package lists that the first of them reads.
if [ $# -gt 1 ]; then
  for name; do
    case $name in knots | compose | pg_dump) ;; *) usage ;; esac
  done
  SID_LISTS=$(mktemp -d)
  export SID_LISTS
  trap 'rm -rf "$SID_LISTS"' EXIT
  trap 'exit 1' INT TERM
  status=0
  for name; do
    ended=0
    sh "$0" "$name" || ended=$?
    if [ "$ended" -ne 0 ] && [ "$status" -ne 1 ]; then status=$ended; fi
  done
  exit "$status"
fi

case ${1:-} in
knots)
  # systemd-standalone-sysusers satisfies a dependency that would otherwise bring in all of systemd.
  packages="bitcoin-knots systemd-standalone-sysusers"
  programs=usr/bin/bitcoind
  version=-version
  root=${KNOTS_ROOT:-/opt/chaintrail-knots}
  ;;
compose)
  # Without what it depends on, which is an engine's client.
  packages="docker-compose libc6"
  programs=usr/libexec/docker/cli-plugins/docker-compose
  version=version
  root=${COMPOSE_ROOT:-/opt/chaintrail-compose}
  ;;
pg_dump)
  packages=postgresql-client-18
  programs="usr/lib/postgresql/18/bin/pg_dump usr/lib/postgresql/18/bin/pg_restore"
  version=--version
  root=${PG_DUMP_ROOT:-/opt/chaintrail-pg-dump}
  ;;
*) usage ;;
esac
first=${programs%% *}
launcher=$root/${first##*/}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

unavailable() {
  echo "install-from-sid: $1" >&2
  exit 2
}

wrong() {
  echo "install-from-sid: $1" >&2
  exit 1
}

# Shows the end of the log, then the sentence.
failed() {
  tail -n 5 "$work/log" >&2
  unavailable "$1"
}

if [ -x "$launcher" ] && "$launcher" "$version" >/dev/null 2>&1; then
  echo "install-from-sid: $("$launcher" "$version" | head -n 1) is in $root"
  exit 0
fi
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || unavailable "$tool is missing; it unpacks Debian packages."
done
[ -r "$keyring" ] || unavailable "$keyring is missing; it comes with debian-archive-keyring."

# The mirror that this machine already uses for Debian, in the old (deb URL …) or the new (URIs: URL) format; not the
# one of debian-security, which has no sid.
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed -n -e 's/^URIs:[[:space:]]*\([^[:space:]]*\).*/\1/p' \
         -e 's/^deb[[:space:]]\{1,\}\(\[[^]]*\][[:space:]]\{1,\}\)\{0,1\}\([^[:space:]]*\).*/\2/p' |
  grep '/debian/*$' | head -n 1) || true
[ -n "$mirror" ] || unavailable "this machine's apt sources name no Debian mirror."

mkdir -p "$(dirname "$root")" 2>/dev/null && [ -w "$(dirname "$root")" ] ||
  wrong "$(dirname "$root") cannot be written: set KNOTS_ROOT, COMPOSE_ROOT or PG_DUMP_ROOT to a folder of yours."
work=$(mktemp -d)
staging=$root.new
trap 'rm -rf "$work" "$staging"' EXIT
trap 'exit 1' INT TERM
lists=${SID_LISTS:-$work/lists}
mkdir -p "$lists/partial" "$work/cache/archives/partial" "$work/empty.d" "$work/log.d"
: >"$work/status"
echo "deb [signed-by=$keyring] $mirror sid main" >"$work/sources.list"

apt() {
  apt-get -q -y \
    -o Dir::State::lists="$lists" -o Dir::State::status="$work/status" -o Dir::State="$work" \
    -o Dir::Cache="$work/cache" -o Dir::Log="$work/log.d" \
    -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts="$work/empty.d" \
    -o Dir::Etc::preferencesparts="$work/empty.d" -o Dir::Etc::preferences="$work/none" \
    -o APT::Sandbox::User=root -o APT::Install-Recommends=false -o Acquire::Languages=none -o Acquire::Retries=2 \
    "$@" >>"$work/log" 2>&1
}

if ! ls "$lists"/*_Packages* >/dev/null 2>&1; then
  apt update || failed "Debian's package lists could not be read."
fi
if [ "$1" = compose ]; then
  # shellcheck disable=SC2086 # a list
  (cd "$work/cache/archives" && apt download $packages)
else
  # shellcheck disable=SC2086
  apt --download-only install $packages
fi || failed "Debian sid no longer has $packages, or not all that they need."

rm -rf "$staging"
mkdir -p "$staging"
for package in "$work"/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$staging"
done

loader=$(find "$staging" -name 'ld-linux*.so*' | head -n 1)
[ -n "$loader" ] || unavailable "the packages hold no loader."
loader=${loader#"$staging"}
libraries=$(find "$staging/usr/lib" -name '*.so.*' -exec dirname {} + | sort -u | sed "s|^$staging|$root|" | paste -sd : -)
for program in $programs; do
  [ -x "$staging/$program" ] || unavailable "the packages hold no $program."
  cat >"$staging/${program##*/}" <<LAUNCHER
#!/bin/sh
exec "$root$loader" --library-path "$libraries" "$root/$program" "\$@"
LAUNCHER
  chmod 755 "$staging/${program##*/}"
done
rm -rf "$root"
mv "$staging" "$root"
"$launcher" "$version" >"$work/log" 2>&1 || failed "the unpacked program does not start on this machine."
echo "install-from-sid: $("$launcher" "$version" | head -n 1) is in $root"
