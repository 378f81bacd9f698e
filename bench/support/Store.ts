import { EventRegistry } from "@media/event-store/EventRegistry"
import { EventStore } from "@media/event-store/EventStore"
import { WakeFeed } from "@media/event-store/WakeFeed"
import { registry } from "@media/features/generated/slices"
import { PgPool } from "@media/pg/PgPool"
import * as PgLive from "@media/pg/PgLive"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Returns a layer with the services that the server and the worker use to write to the database. */
export const storeLayer = (url: string) =>
  EventStore.layer.pipe(
    Layer.provide(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry)),
    Layer.provideMerge(
      PgLive.layer({ url, applicationName: "bench", maxConnections: 6, queryTimeoutMillis: 1_800_000 })
    )
  )

/** Vacuums and analyzes the tables. Autovacuum would do the same within a minute after this number of writes. */
export const analyze = Effect.flatMap(PgPool, (pool) =>
  Effect.promise(() =>
    pool.query("vacuum (analyze) events, jobs, items, item_files, video_facts, item_counts")
  )
)
