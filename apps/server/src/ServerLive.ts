import { ApiHandler } from "@media/api/ApiHandler"
import { apiDocuments } from "@media/api/LazyDocuments"
import { ConnectionLimits } from "@media/http/edge/ConnectionLimits"
import { Connections } from "@media/http/edge/Connections"
import { makeEntrance } from "@media/http/request/Entrance"
import { allowedHosts } from "@media/http/request/AllowedHost"
import { establish, isTrusted, trustedProxies } from "@media/http/request/RequestFacts"
import { requestListener } from "@media/api/RequestListener"
import { strictTransportOf } from "@media/http/response/SecurityHeaders"
import { httpsRequired } from "@media/http/response/RefusePlain"
import { isLiveOffer, LiveHub } from "@media/api/live/LiveHub"
import { loadStaticSite } from "@media/http/StaticSite"
import { liveChildren } from "@media/children/LiveChildren"
import { liveGuardedReader } from "@media/children/guarded/LiveGuardedReader"
import { liveEgress } from "@media/egress/LiveEgress"
import { liveTunnel } from "@media/egress/Tunnel"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { EventStore } from "@media/event-store/EventStore"
import { deleteOldReceipts } from "@media/event-store/Receipt"
import { WakeFeed } from "@media/event-store/WakeFeed"
import { deleteExpiredSessions } from "@media/features/identity/accounts/sessions"
import { deleteOldFailures } from "@media/features/identity/accounts/throttle"
import { registry } from "@media/features/generated/slices"
import { vaultLayer } from "@media/features/platform/secrets/vault"
import { scrapersFolder } from "@media/features/metadata/scrapers/ScrapersFolder"
import { generatedFiles } from "@media/features/library/storage/GeneratedFiles"
import { PluginFolder } from "@media/features/app/plugins/PluginFolder"
import { closedAnswer, GateKeeper } from "@media/features/platform/system/gateKeeper"
import { StandingWarnings } from "@media/features/StandingWarnings"
import { sandboxLayer } from "@media/features/platform/system/sandbox"
import { SystemInfo } from "@media/features/platform/system/SystemInfo"
import { upgradeEarlierInstall } from "@media/features/identity/upgrade/commands"
import { hardwareChoice } from "@media/features/playback/streaming/hardware"
import { viewersFirst } from "@media/features/playback/streaming/viewersFirst"
import { WakeUp } from "@media/jobs/WakeUp"
import { keepStatePrivate } from "@media/kernel/PrivateFolder"
import {
  processConfig,
  recoveryConfig,
  secretConfig,
  tlsConfig,
  webConfig,
  type ProcessConfig
} from "@media/kernel/ProcessConfig"
import { now, toTimestamp } from "@media/kernel/Timestamp"
import { productVersion } from "@media/kernel/Version"
import { HardwareEncoders } from "@media/media-tools/hardware/HardwareEncoders"
import { liveHlsEngineFromConfig } from "@media/media-tools/hls/LiveHlsEngine"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { ToolLimits } from "@media/media-tools/process/ToolLimits"
import { liveScraperTools } from "@media/scrapers/guarded/LiveScraperTools"
import { awaitDatabase } from "@media/pg/AwaitDatabase"
import { migrate } from "@media/pg/Migrations"
import { migrationsOf } from "@media/pg/UpgradeDump"
import { stillDecoder } from "@media/features/media/images/stillDecoder"
import { liveImageDecoder } from "@media/pictures/LiveImageDecoder"
import { livePdfDecoder } from "@media/pictures/LivePdfDecoder"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { livePreviewStore } from "@media/pictures/LivePreviewStore"
import * as PgLive from "@media/pg/PgLive"
import { QueryCache } from "@media/pg/QueryCache"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { join } from "node:path"
import { listen } from "./HttpServer.ts"
import { schemaNewerServer } from "./SchemaNewerServer.ts"
import { certificateInUse } from "./tls/CertificateInUse.ts"

const live = (config: ProcessConfig, changelogPath: string) => {
  const database = PgLive.layer({
    url: config.databaseUrl,
    applicationName: "media-server",
    maxConnections: 12,
    queryTimeoutMillis: 8_000,
    // If the database does not respond within this time, it counts as unresponsive. Requests then fail with 503 within
    // five seconds.
    silenceMillis: 4_500
  })
  const store = EventStore.layer.pipe(
    Layer.provide(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry))
  )
  const hlsDir = join(config.cacheDir, "hls")
  const tools = liveHlsEngineFromConfig(hlsDir, hardwareChoice).pipe(
    Layer.provideMerge(HardwareEncoders.layer),
    Layer.merge(stillDecoder.pipe(Layer.provide(liveImageDecoder))),
    Layer.merge(livePdfDecoder),
    Layer.merge(liveGuardedReader),
    Layer.merge(liveScraperTools),
    Layer.merge(scrapersFolder({ data: config.dataDir })),
    Layer.merge(livePictureStore({ cache: config.cacheDir, data: config.dataDir })),
    Layer.merge(livePreviewStore(config.cacheDir)),
    Layer.merge(generatedFiles({ cache: config.cacheDir, data: config.dataDir })),
    Layer.provideMerge(liveMediaProcess),
    Layer.provideMerge(MediaBinaries.layer)
  )
  const sandbox = sandboxLayer([config.dataDir, config.cacheDir]).pipe(
    Layer.provide(Layer.merge(liveChildren, liveTunnel)),
    Layer.provide(database)
  )
  const vault = Layer.unwrapEffect(
    Effect.map(secretConfig, (variable) => vaultLayer({ variable, dataDir: config.dataDir }))
  )
  const info = Layer.succeed(SystemInfo, {
    version: productVersion,
    startedAt: toTimestamp(now()),
    changelogPath,
    cacheDir: hlsDir,
    dataDir: config.dataDir
  })
  return ApiHandler.layer.pipe(
    Layer.provideMerge(apiDocuments),
    Layer.provideMerge(LiveHub.layer),
    Layer.provideMerge(GateKeeper.layer),
    Layer.provideMerge(store),
    Layer.provideMerge(WakeUp.layer),
    Layer.provideMerge(tools),
    Layer.provideMerge(ToolLimits.layer),
    Layer.provideMerge(liveEgress),
    Layer.provideMerge(sandbox),
    Layer.provideMerge(Layer.succeed(PluginFolder, { root: join(config.dataDir, "plugins") })),
    Layer.provideMerge(info),
    Layer.provideMerge(vault),
    Layer.provideMerge(StandingWarnings.layer),
    Layer.provideMerge(QueryCache.layer),
    Layer.provideMerge(database)
  )
}

/**
 * Resets the administrator's password if the operator configured a recovery password. The code is loaded only in that
 * case.
 */
const recover = (recovery: Effect.Effect.Success<typeof recoveryConfig>) =>
  recovery.password === undefined
    ? Effect.void
    : Effect.flatMap(
        Effect.promise(() => import("@media/features/identity/accounts/recovery")),
        ({ recoverAdministrator }) => recoverAdministrator(recovery)
      )

/**
 * Repeats a deletion at a fixed interval. All servers of an installation run the deletion, because deleting rows that
 * are already gone costs nothing.
 */
const deleteEvery = <E, R>(every: DurationInput, deletion: Effect.Effect<unknown, E, R>) =>
  deletion.pipe(
    Effect.catchAll((error) =>
      Effect.logWarning(
        "could not delete expired sessions and other outdated rows; the server will try again later",
        error
      )
    ),
    Effect.repeat(Schedule.spaced(every))
  )
const deleteExpiredRows = Effect.all(
  [
    deleteEvery("1 hour", Effect.all([deleteExpiredSessions, deleteOldReceipts])),
    deleteEvery("5 minutes", deleteOldFailures)
  ],
  { concurrency: "unbounded" }
)

const plainHttp =
  "serving plain http: unless a proxy adds https, others on the network can read passwords and all other data (MEDIA_TLS_CERT)"

/**
 * Serves HTTP until the process is stopped. Reads the configuration, updates the schema, starts the services, and then
 * opens the port. Tracing is off except for one request in `TRACE_EVERY` (see SampledTracing).
 */
export const server = Effect.gen(function* () {
  const config = yield* processConfig
  const web = yield* webConfig
  yield* keepStatePrivate(config)
  yield* awaitDatabase(config.databaseUrl)
  const { address } = web
  const entrance = makeEntrance(address)
  const strictTransport = strictTransportOf(web.hsts, address)
  const site = yield* loadStaticSite(web.webDir, { address, isPublic: entrance.isPublic })
  const proxies = trustedProxies(web.trustedProxies)
  const connections = new Connections(yield* ConnectionLimits, (address) => isTrusted(proxies, address))
  const schema = yield* Effect.either(migrate(migrationsOf(config)))
  if (Either.isLeft(schema)) {
    if (schema.left._tag !== "SchemaNewer") return yield* schema.left
    const { host, port } = web
    const { message } = schema.left
    return yield* schemaNewerServer({
      host,
      port,
      site,
      entrance,
      proxies,
      connections,
      strictTransport,
      message
    })
  }
  return yield* Effect.scoped(
    Effect.gen(function* () {
      // This step must run before the password recovery, which may name a user that this step imports from an earlier
      // version.
      yield* upgradeEarlierInstall
      yield* recover(yield* recoveryConfig)
      const certificate = yield* certificateInUse(yield* tlsConfig)
      const isHostAllowed = allowedHosts(web.allowedHosts, address.names)
      const onRequest = yield* requestListener({
        site,
        proxies,
        connections,
        address,
        entrance,
        strictTransport,
        isHostAllowed,
        areHostsListed: web.allowedHosts.length > 0,
        isEncrypted: certificate !== undefined
      })
      const hub = yield* LiveHub
      hub.watchStreams(connections.streams)
      const gate = yield* GateKeeper
      yield* listen({
        host: web.host,
        port: web.port,
        connections,
        entrance,
        certificate,
        onRequest,
        isUpgradeSupported: isLiveOffer,
        onUpgrade: (upgrade) =>
          certificate !== undefined && !establish(upgrade.request, proxies).isSecure
            ? upgrade.refuse(httpsRequired)
            : gate.closed() === undefined
              ? hub.upgrade(upgrade, { proxies, isHostAllowed, appOrigin: address.app?.origin })
              : upgrade.refuse(closedAnswer)
      })
      yield* Effect.addFinalizer(() => hub.shutdown)
      yield* Effect.forkScoped(deleteExpiredRows)
      yield* Effect.forkScoped(viewersFirst)
      yield* Effect.logInfo(`server listening on ${web.host}:${web.port}`)
      if (certificate === undefined && address.app?.protocol !== "https:") yield* Effect.logInfo(plainHttp)
      return yield* Effect.never
    })
  ).pipe(Effect.provide(live(config, web.changelogPath)))
}).pipe(Effect.withTracerEnabled(false))
