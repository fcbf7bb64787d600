#!/bin/sh
# Unpacks Bitcoin Knots (Bitcoin Core with patches) from Debian sid beside the system, for tests against a real node.
#
#   scripts/install-knots.sh            into $KNOTS_ROOT, by default /opt/chaintrail-knots
#
# Nothing is installed into the system: apt works on private lists and an empty package status, each package is unpacked
# into one root, and the node runs with that root's own loader and C library. Repeating it changes nothing.
# Exits 0 when $KNOTS_ROOT/bitcoind runs; 2 with one sentence when Debian sid no longer delivers it, or not for this
# machine; 1 with one sentence when something here is wrong.
set -eu

root=${KNOTS_ROOT:-/opt/chaintrail-knots}
launcher=$root/bitcoind
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

unavailable() {
  echo "install-knots: $1" >&2
  exit 2
}

wrong() {
  echo "install-knots: $1" >&2
  exit 1
}

# Shows the end of the log, then the sentence.
failed() {
  tail -n 5 "$work/log" >&2
  unavailable "$1"
}

if [ -x "$launcher" ] && "$launcher" -version >/dev/null 2>&1; then
  echo "install-knots: $("$launcher" -version | head -n 1) is in $root"
  exit 0
fi
for tool in apt-get dpkg-deb; do
  command -v "$tool" >/dev/null || unavailable "$tool is missing; Bitcoin Knots is installed from Debian packages."
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
  wrong "$(dirname "$root") cannot be written: set KNOTS_ROOT to a folder of yours."
work=$(mktemp -d)
staging=$root.new
trap 'rm -rf "$work" "$staging"' EXIT INT TERM
mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/empty.d" "$work/log.d"
: >"$work/status"
echo "deb [signed-by=$keyring] $mirror sid main" >"$work/sources.list"

apt() {
  apt-get -q -y \
    -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status" -o Dir::State="$work" \
    -o Dir::Cache="$work/cache" -o Dir::Log="$work/log.d" \
    -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts="$work/empty.d" \
    -o Dir::Etc::preferencesparts="$work/empty.d" -o Dir::Etc::preferences="$work/none" \
    -o APT::Sandbox::User=root -o APT::Install-Recommends=false -o Acquire::Languages=none -o Acquire::Retries=2 \
    "$@" >>"$work/log" 2>&1
}

apt update || failed "Debian's package lists could not be read."
# systemd-standalone-sysusers satisfies a dependency that would otherwise bring in all of systemd.
apt --download-only install bitcoin-knots systemd-standalone-sysusers ||
  failed "Debian sid no longer has the package bitcoin-knots, or not all it needs."

rm -rf "$staging"
mkdir -p "$staging"
for package in "$work"/cache/archives/*.deb; do
  dpkg-deb -x "$package" "$staging"
done

loader=$(find "$staging" -name 'ld-linux*.so*' | head -n 1)
[ -n "$loader" ] && [ -x "$staging/usr/bin/bitcoind" ] || unavailable "the packages hold no bitcoind or no loader."
loader=${loader#"$staging"}
libraries=$(find "$staging/usr/lib" -name '*.so.*' -exec dirname {} + | sort -u | sed "s|^$staging|$root|" | paste -sd : -)
cat >"$staging/bitcoind" <<LAUNCHER
#!/bin/sh
exec "$root$loader" --library-path "$libraries" "$root/usr/bin/bitcoind" "\$@"
LAUNCHER
chmod 755 "$staging/bitcoind"
rm -rf "$root"
mv "$staging" "$root"
"$launcher" -version >"$work/log" 2>&1 || failed "the unpacked bitcoind does not start on this machine."
echo "install-knots: $("$launcher" -version | head -n 1) is in $root"
