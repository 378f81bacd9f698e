#!/bin/sh
# server | worker | standalone: one of the programs. "projections check", "projections rebuild", "upgrade check" and
# "upgrade skip": the tools of those names. Anything else is run as it is (a shell to look around).
set -eu

case "${1:-server}" in
  server | worker | standalone) exec node --enable-source-maps "/app/dist/${1:-server}.mjs" ;;
  projections | upgrade)
    tool=$1
    shift
    exec node --enable-source-maps "/app/dist/$tool.mjs" "$@"
    ;;
  *) exec "$@" ;;
esac
