#!/bin/sh
# server | worker | standalone: one of the programs. Anything else is run as it is (a shell to look around).
set -eu

case "${1:-server}" in
  server | worker | standalone) exec node --enable-source-maps "/app/dist/${1:-server}.mjs" ;;
  *) exec "$@" ;;
esac
