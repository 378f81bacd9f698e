import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { SliceRegistration } from "@media/event-store/EventRegistry"
import type { Enqueue } from "@media/jobs/Enqueue"
import type { Processor } from "@media/jobs/Processor"
import type { QueueName } from "@media/jobs/QueueDef"
import type { RawRoute } from "@media/http/RawRoute"
import type { Field, FieldTable } from "@media/query/Field"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { AfterScan } from "./AfterScan.ts"
import type { SliceHistory } from "./EventHistory.ts"
import type { FollowUp } from "./FollowUp.ts"
import type { MaintenanceJob } from "./MaintenanceJob.ts"
import type { SqlSource } from "./catalog/filters/sources.ts"
import type { ItemSummary } from "./ItemSummaries.ts"
import type { LiveTopic } from "./LiveTopic.ts"
import type { MediaKind } from "./MediaKind.ts"

/** What "run" means for a queue: everything that lacks the queue's product. */
export type Backfill = Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>

export interface SliceQueue {
  readonly definition: {
    readonly name: QueueName
    readonly label: string
    readonly payload: Schema.Schema.Any
  }
  readonly processor: Processor<unknown>
  /** Without it, running the queue by hand queues nothing. */
  readonly backfill?: Backfill
}

/**
 * What a slice gives to the product, in one place. Every value is an export of a file of the slice's own folder: the
 * generator looks up where, and writes registries that import it from there. Nothing else imports a manifest, because it
 * brings all roles of its slice along.
 */
export interface SliceManifest {
  /** The folder's name. */
  readonly name: string
  /** For docs/generated/slices.md: what the slice does. */
  readonly about: string
  /** For docs/generated/slices.md: what is kept as events, and what is not. */
  readonly stores: string
  /** Files beyond the open roles that other slices of the same tier may import. */
  readonly open?: ReadonlyArray<string>
  readonly events?: SliceRegistration["events"]
  readonly upcasts?: NonNullable<SliceRegistration["upcasts"]>
  readonly projections?: SliceRegistration["projections"]
  readonly policies?: SliceRegistration["policies"]
  readonly queues?: ReadonlyArray<SliceQueue>
  /** Typed routes: each group with the layer of its handlers. */
  readonly groups?: ReadonlyArray<
    readonly [group: HttpApiGroup.HttpApiGroup.Any, live: Layer.Layer<never, unknown, unknown>]
  >
  /** Routes that write the response themselves. */
  readonly raw?: ReadonlyArray<RawRoute<unknown>>
  readonly live?: ReadonlyArray<LiveTopic>
  /** What the scan admits for this slice. */
  readonly kinds?: ReadonlyArray<MediaKind>
  /** Jobs that are queued once the files of a root are known. */
  readonly afterScan?: ReadonlyArray<AfterScan>
  /** Jobs that follow the examination of an item. */
  readonly followUps?: ReadonlyArray<FollowUp>
  /** The values that events of a kind give to the rows of all items. */
  readonly summaries?: ReadonlyArray<ItemSummary>
  /** How its events read in the history. Each event has an entry. */
  readonly history?: SliceHistory
  /** Tasks that every worker repeats until it stops. */
  readonly maintenance?: ReadonlyArray<Effect.Effect<never, never, unknown>>
  /** Work of the queue library-maintenance. */
  readonly maintenanceJobs?: ReadonlyArray<MaintenanceJob>
  /** What lists of items can be filtered and sorted by. */
  readonly fields?: ReadonlyArray<Field<SqlSource>>
  /** Fields of its lists whose rows are no items, by the name of the list. */
  readonly lists?: Readonly<Record<string, FieldTable<SqlSource>>>
  /** Files and folders beyond the roles: one concept each, and what it is. */
  readonly concepts?: Readonly<Record<string, string>>
}

export const defineSlice = (manifest: SliceManifest): SliceManifest => manifest

/** The services that a list of processors needs. */
export type ProcessorRequirements<P> = P extends Processor<infer R> ? R : never
