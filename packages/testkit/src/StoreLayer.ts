import { EventRegistry, type Registry } from "@media/event-store/EventRegistry"
import { EventStore } from "@media/event-store/EventStore"
import { WakeFeed } from "@media/event-store/WakeFeed"
import { registry } from "@media/features/generated/slices"
import { WakeUp } from "@media/jobs/WakeUp"
import * as PgLive from "@media/pg/PgLive"
import { QueryCache } from "@media/pg/QueryCache"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"

/** Returns a layer with the database services that every process uses, and the other services that commands need. */
export const storeLayer = (url: string, slices: Registry = registry) =>
  EventStore.layer.pipe(
    Layer.provideMerge(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, slices)),
    Layer.provideMerge(WakeUp.layer),
    Layer.provideMerge(QueryCache.off),
    Layer.provideMerge(
      PgLive.layer({ url, applicationName: "test", maxConnections: 8, queryTimeoutMillis: 20_000 })
    ),
    Layer.provideMerge(Logger.minimumLogLevel(LogLevel.None))
  )

/** The services of `storeLayer`. Commands may use them. */
export type StoreServices = Layer.Layer.Success<ReturnType<typeof storeLayer>>
