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
import type { CommandUndo, EventUndo } from "./EventUndo.ts"
import type { FollowUp } from "./FollowUp.ts"
import type { IdentifySource } from "./IdentifySource.ts"
import type { MaintenanceJob } from "./MaintenanceJob.ts"
import type { SqlSource } from "./catalog/filters/sources.ts"
import type { ItemSummary } from "./ItemSummaries.ts"
import type { LiveTopic } from "./LiveTopic.ts"
import type { MediaKind } from "./MediaKind.ts"

/**
 * Returns the jobs to queue when an administrator presses "Run now" for a queue: one job for each item that the queue has
 * not processed yet.
 */
export type Backfill = Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>

export interface SliceQueue {
  readonly definition: {
    readonly name: QueueName
    readonly label: string
    readonly payload: Schema.Schema.Any
  }
  readonly processor: Processor<unknown>
  /** If absent, the button "Run now" queues no jobs. */
  readonly backfill?: Backfill
}

/**
 * The manifest of a slice: all events, jobs, routes and other parts that the slice adds to the product. Each value must
 * be exported by a file in the slice's own folder. The generator finds that file and writes registries that import the
 * value from it. Only the generator imports manifests, because importing a manifest loads all files of its slice that
 * have a role.
 */
export interface SliceManifest {
  /** The folder's name. */
  readonly name: string
  /** The purpose of the slice, for docs/generated/slices.md. */
  readonly about: string
  /** Describes which data is stored as events and which is not, for docs/generated/slices.md. */
  readonly stores: string
  /** Files that other slices of the same tier may import, in addition to the open roles. */
  readonly open?: ReadonlyArray<string>
  readonly events?: SliceRegistration["events"]
  readonly upcasts?: NonNullable<SliceRegistration["upcasts"]>
  readonly projections?: SliceRegistration["projections"]
  readonly policies?: SliceRegistration["policies"]
  readonly queues?: ReadonlyArray<SliceQueue>
  /** Typed route groups, each with the layer of its handlers. */
  readonly groups?: ReadonlyArray<
    readonly [group: HttpApiGroup.HttpApiGroup.Any, live: Layer.Layer<never, unknown, unknown>]
  >
  /** Routes whose handlers write to the Node response directly, for example to stream files. */
  readonly raw?: ReadonlyArray<RawRoute<unknown>>
  readonly live?: ReadonlyArray<LiveTopic>
  /** The kinds of media that the slice adds. */
  readonly kinds?: ReadonlyArray<MediaKind>
  /** Jobs to queue after a scan has listed the files of a root. */
  readonly afterScan?: ReadonlyArray<AfterScan>
  /** Jobs to queue after an item was examined. */
  readonly followUps?: ReadonlyArray<FollowUp>
  /** For each event that changes values in an item's row in `items`, a function that returns these values. */
  readonly summaries?: ReadonlyArray<ItemSummary>
  /** How the history shows the slice's events. Each event needs an entry. */
  readonly history?: SliceHistory
  /** How the slice's events are undone. Events without a rule cannot be undone. */
  readonly undo?: ReadonlyArray<EventUndo>
  /** Events that are undone by executing a command, because the undo must move files. */
  readonly undoCommands?: ReadonlyArray<CommandUndo>
  /** Tasks that each worker repeats until it stops. */
  readonly maintenance?: ReadonlyArray<Effect.Effect<never, never, unknown>>
  /** Kinds of jobs in the queue library-maintenance. */
  readonly maintenanceJobs?: ReadonlyArray<MaintenanceJob>
  /** Kinds of metadata sources that can identify items and entities. */
  readonly identifySources?: ReadonlyArray<IdentifySource>
  /** Fields for filtering and sorting lists of items. */
  readonly fields?: ReadonlyArray<Field<SqlSource>>
  /** Filter fields of lists that do not contain items, keyed by list name. */
  readonly lists?: Readonly<Record<string, FieldTable<SqlSource>>>
  /**
   * Descriptions of the files and folders that have none of the standard roles, keyed by path. Each file or folder
   * implements one concept.
   */
  readonly concepts?: Readonly<Record<string, string>>
}

export const defineSlice = (manifest: SliceManifest): SliceManifest => manifest

/** The services that a list of processors needs. */
export type ProcessorRequirements<P> = P extends Processor<infer R> ? R : never
