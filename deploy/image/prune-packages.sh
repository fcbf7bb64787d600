#!/bin/sh
# prune-packages.sh <amd64|arm64>: takes from node_modules what no program reads on such a machine: sources and types of
# packages, maps of their sources, documents, links to nowhere, and native programs of other machines. Licences stay.
set -eu
case $1 in
  amd64) machine=x64 ;;
  arm64) machine=arm64 ;;
  *)
    echo "prune-packages: no image is made for $1; amd64 and arm64 are." >&2
    exit 1
    ;;
esac
find node_modules -xtype l -delete
find node_modules apps/*/node_modules packages/*/node_modules -type f \( \
  -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.tsbuildinfo' -o -name '*.flow' \
  -o -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' -o -name '*.cc' -o -name '*.gyp' \
  -o -name '*.a' \) -delete 2>/dev/null || true
# ZeroMQ brings its library for six machines, two C libraries and eight versions of Node.js, of which 22 and later stay.
if [ -d node_modules/zeromq/build ]; then
  find node_modules/zeromq/build -name addon.node \
    ! -path "*/linux/$machine/node/glibc-127-*" ! -path "*/linux/$machine/node/glibc-1[3-9]*" -delete
  find node_modules/zeromq/build -type d -empty -delete
fi
# What builds it anew where there is none for the machine; its loader stays.
if [ -d node_modules/cmake-ts/build ]; then
  find node_modules/cmake-ts/build -mindepth 1 -maxdepth 1 ! -name 'loader*' -exec rm -rf {} +
fi
