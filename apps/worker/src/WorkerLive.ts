import { liveChildren } from "@media/children/LiveChildren"
import { liveGuardedReader } from "@media/children/guarded/LiveGuardedReader"
import { liveEgress } from "@media/egress/LiveEgress"
import { liveTunnel } from "@media/egress/Tunnel"
import { EventRegistry } from "@media/event-store/EventRegistry"
import { EventStore } from "@media/event-store/EventStore"
import { WakeFeed } from "@media/event-store/WakeFeed"
import { maintenance } from "@media/features/generated/maintenance"
import { processors } from "@media/features/generated/processors"
import { registry } from "@media/features/generated/slices"
import { sandboxLayer } from "@media/features/platform/system/sandbox"
import { PluginFolder } from "@media/features/app/plugins/PluginFolder"
import { vaultLayer } from "@media/features/platform/secrets/vault"
import { GateKeeper } from "@media/features/platform/system/gateKeeper"
import { StandingWarnings } from "@media/features/StandingWarnings"
import { hardwareChoice } from "@media/features/playback/streaming/hardware"
import { scrapersFolder } from "@media/features/metadata/scrapers/ScrapersFolder"
import { generatedFiles } from "@media/features/library/storage/GeneratedFiles"
import { WorkerPool } from "@media/jobs/WorkerPool"
import { keepStatePrivate } from "@media/kernel/PrivateFolder"
import { processConfig, secretConfig, workerConfig, type ProcessConfig } from "@media/kernel/ProcessConfig"
import { HardwareEncoders } from "@media/media-tools/hardware/HardwareEncoders"
import { liveHlsEngineFromConfig } from "@media/media-tools/hls/LiveHlsEngine"
import { liveFileHasher } from "@media/media-tools/hashes/LiveFileHasher"
import { MediaBinaries } from "@media/media-tools/MediaBinaries"
import { liveTagReader } from "@media/media-tools/tags/LiveTagReader"
import { liveFfprobe } from "@media/media-tools/probe/LiveFfprobe"
import { liveMediaProcess } from "@media/media-tools/process/LiveMediaProcess"
import { liveScraperTools } from "@media/scrapers/guarded/LiveScraperTools"
import { awaitDatabase } from "@media/pg/AwaitDatabase"
import { migrate } from "@media/pg/Migrations"
import { migrationsOf } from "@media/pg/UpgradeDump"
import { liveVideoHasher } from "@media/phash/LiveVideoHasher"
import { stillDecoder } from "@media/features/media/images/stillDecoder"
import { liveImageDecoder } from "@media/pictures/LiveImageDecoder"
import { livePdfDecoder } from "@media/pictures/LivePdfDecoder"
import { livePictureStore } from "@media/pictures/LivePictureStore"
import { livePreviewStore } from "@media/pictures/LivePreviewStore"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { join } from "node:path"

/**
 * Time in milliseconds that running jobs get to finish when the worker stops. It must be shorter than the nine
 * seconds after which a stopping process exits in any case.
 */
const drainMillis = 4_000

const live = (config: ProcessConfig, crashedProcessId: number | undefined) => {
  const database = PgLive.layer({
    url: config.databaseUrl,
    applicationName: "media-worker",
    maxConnections: 12,
    queryTimeoutMillis: 120_000
  })
  const store = EventStore.layer.pipe(
    Layer.provide(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry))
  )
  const tools = liveFfprobe.pipe(
    Layer.provideMerge(liveHlsEngineFromConfig(join(config.cacheDir, "hls"), hardwareChoice)),
    Layer.provideMerge(HardwareEncoders.layer),
    Layer.merge(stillDecoder.pipe(Layer.provide(liveImageDecoder))),
    Layer.merge(livePdfDecoder),
    Layer.merge(liveGuardedReader),
    Layer.merge(liveScraperTools),
    Layer.merge(scrapersFolder({ data: config.dataDir })),
    Layer.merge(liveEgress),
    Layer.merge(liveFileHasher),
    Layer.merge(liveTagReader),
    Layer.merge(liveVideoHasher),
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
  ).pipe(Layer.provide(StandingWarnings.layer), Layer.provide(database))
  const plugins = Layer.succeed(PluginFolder, { root: join(config.dataDir, "plugins") })
  const work = WorkerPool.layer({
    processors,
    drainMillis,
    scratchRoot: config.cacheDir,
    crashedProcessId
  }).pipe(
    Layer.merge(
      Layer.scopedDiscard(
        Effect.forkScoped(Effect.all(maintenance, { concurrency: "unbounded", discard: true }))
      )
    )
  )
  // The worker claims no jobs and runs no maintenance until an administrator has accepted a breaking release.
  return Layer.unwrapScoped(
    Effect.as(
      Effect.flatMap(GateKeeper, ({ opened }) => opened),
      work
    )
  ).pipe(
    Layer.provide(GateKeeper.layer),
    Layer.provide(store),
    Layer.provide(tools),
    Layer.provide(Layer.mergeAll(sandbox, vault, plugins)),
    Layer.provide(database)
  )
}

/** Claims and runs jobs until the process is stopped. First migrates the database, as every process does at startup. */
export const worker = Effect.gen(function* () {
  const config = yield* processConfig
  const { crashedProcessId } = yield* workerConfig
  yield* keepStatePrivate(config)
  yield* awaitDatabase(config.databaseUrl)
  yield* migrate(migrationsOf(config))
  yield* Effect.logInfo("worker started")
  return yield* Layer.launch(live(config, crashedProcessId))
})
