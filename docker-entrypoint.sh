#!/bin/sh
# server | worker | standalone: one of the programs. "projections check", "projections rebuild", "upgrade check" and
# "upgrade skip": the tools of those names. Anything else is run as it is (a shell to look around).
set -eu

# The options of server and worker are those of the launcher (apps/standalone/src/Child.ts). Source maps would take 80 MB
# of memory in each. A first start must find its data directory empty, so compiled code is stored from the second on.
cache="${MEDIA_CACHE_DIR:-${MEDIA_DATA_DIR:-/data}/cache}"
if [ -d "$cache" ]; then export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$cache/compiled}"; fi

case "${1:-server}" in
  server)
    exec node --max-old-space-size=512 --min-semi-space-size=8 --max-semi-space-size=16 /app/dist/server.mjs
    ;;
  worker)
    exec node --max-old-space-size=512 --min-semi-space-size=4 --max-semi-space-size=8 --heap-growing-percent=100 \
      /app/dist/worker.mjs
    ;;
  standalone) exec node /app/dist/standalone.mjs ;;
  projections | upgrade)
    tool=$1
    shift
    exec node --enable-source-maps "/app/dist/$tool.mjs" "$@"
    ;;
  *) exec "$@" ;;
esac
