import { ApiHandler } from "@media/api/ApiHandler"
import { apiDocuments } from "@media/api/Documents"
import { ConnectionLimits } from "@media/http/edge/ConnectionLimits"
import { Connections } from "@media/http/edge/Connections"
import { isTrusted, trustedProxies } from "@media/http/request/RequestFacts"
import { requestListener } from "@media/api/RequestListener"
import { isLiveOffer, LiveHub } from "@media/api/live/LiveHub"
import { loadStaticSite } from "@media/http/StaticSite"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { EventStore } from "@media/event-store/EventStore"
import { deleteOldReceipts } from "@media/event-store/Receipt"
import { WakeFeed } from "@media/event-store/WakeFeed"
import { deleteExpiredSessions } from "@media/features/accounts/sessions"
import { deleteOldFailures } from "@media/features/accounts/throttle"
import { registry } from "@media/features/generated/slices"
import { SystemInfo } from "@media/features/system/SystemInfo"
import { viewersFirst } from "@media/features/playback/viewersFirst"
import { WakeUp } from "@media/jobs/WakeUp"
import { keepStatePrivate } from "@media/kernel/PrivateFolder"
import { processConfig, webConfig, type ProcessConfig } from "@media/kernel/ProcessConfig"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import { productVersion } from "@media/kernel/Version"
import { liveHlsEngineFromConfig } from "@media/media-tools/hls/LiveHlsEngine"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { awaitDatabase } from "@media/pg/AwaitDatabase"
import { migrate } from "@media/pg/Migrations"
import * as PgLive from "@media/pg/PgLive"
import { QueryCache } from "@media/pg/QueryCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import { listen } from "./HttpServer.ts"

const live = (config: ProcessConfig, changelogPath: string) => {
  const database = PgLive.layer({
    url: config.databaseUrl,
    applicationName: "media-server",
    maxConnections: 12,
    queryTimeoutMillis: 8_000
  })
  const store = EventStore.layer.pipe(
    Layer.provide(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry))
  )
  const hlsDir = join(config.cacheDir, "hls")
  const tools = liveHlsEngineFromConfig(hlsDir).pipe(
    Layer.provideMerge(liveMediaProcess),
    Layer.provideMerge(MediaBinaries.layer)
  )
  const info = Layer.succeed(SystemInfo, {
    version: productVersion,
    startedAt: toTimestamp(now()),
    changelogPath,
    cacheDir: hlsDir
  })
  return ApiHandler.layer.pipe(
    Layer.provideMerge(apiDocuments),
    Layer.provideMerge(LiveHub.layer),
    Layer.provideMerge(store),
    Layer.provideMerge(WakeUp.layer),
    Layer.provideMerge(tools),
    Layer.provideMerge(info),
    Layer.provideMerge(QueryCache.layer),
    Layer.provideMerge(database)
  )
}

/** Every server runs it: deleting rows that are already gone costs nothing. */
const deleteExpiredRows = Effect.all([deleteExpiredSessions, deleteOldFailures, deleteOldReceipts]).pipe(
  Effect.catchAll((error) => Effect.logWarning("expired rows are deleted later", error)),
  Effect.repeat(Schedule.spaced("1 hour"))
)

/**
 * Answers HTTP until it is stopped. Order: configuration, schema, services, then the port is opened. Tracing is off
 * but for one request in `TRACE_EVERY` (see SampledTracing).
 */
export const server = Effect.gen(function* () {
  const config = yield* processConfig
  const web = yield* webConfig
  yield* keepStatePrivate(config)
  yield* awaitDatabase(config.databaseUrl)
  yield* migrate({ url: config.databaseUrl, directory: config.migrationsDir })
  const site = yield* loadStaticSite(web.webDir)
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const proxies = trustedProxies(web.trustedProxies)
      const connections = new Connections(yield* ConnectionLimits, (address) => isTrusted(proxies, address))
      const onRequest = yield* requestListener({ site, proxies, connections, publicUrl: web.publicUrl })
      const hub = yield* LiveHub
      yield* listen({
        host: web.host,
        port: web.port,
        connections,
        onRequest,
        isUpgradeSupported: isLiveOffer,
        onUpgrade: (upgrade) => hub.upgrade(upgrade, proxies)
      })
      yield* Effect.addFinalizer(() => hub.shutdown)
      yield* Effect.forkScoped(deleteExpiredRows)
      yield* Effect.forkScoped(viewersFirst)
      yield* Effect.logInfo(`server listening on ${web.host}:${web.port}`)
      return yield* Effect.never
    })
  ).pipe(Effect.provide(live(config, web.changelogPath)))
}).pipe(Effect.withTracerEnabled(false))
