#!/bin/sh
# server | worker | standalone: one of the programs. "projections check" and "projections rebuild": the tool of that
# name. Anything else is run as it is (a shell to look around).
set -eu

case "${1:-server}" in
  server | worker | standalone) exec node --enable-source-maps "/app/dist/${1:-server}.mjs" ;;
  projections)
    shift
    exec node --enable-source-maps /app/dist/projections.mjs "$@"
    ;;
  *) exec "$@" ;;
esac
