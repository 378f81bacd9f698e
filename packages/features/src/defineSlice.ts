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

/** The jobs that "run" queues for a queue: one for everything that lacks the queue's product. */
export type Backfill = Effect.Effect<ReadonlyArray<Enqueue>, SqlError, SqlClient>

export interface SliceQueue {
  readonly definition: {
    readonly name: QueueName
    readonly label: string
    readonly payload: Schema.Schema.Any
  }
  readonly processor: Processor<unknown>
  /** Without a backfill, running the queue manually queues nothing. */
  readonly backfill?: Backfill
}

/**
 * Everything that a slice adds to the product. Every value is exported by a file of the slice's own folder: the
 * generator finds the file and writes registries that import it from there. Nothing else imports a manifest, because it
 * pulls in all roles of its slice.
 */
export interface SliceManifest {
  /** The folder's name. */
  readonly name: string
  /** The purpose of the slice, for docs/generated/slices.md. */
  readonly about: string
  /** The data that is stored as events and the data that is not, for docs/generated/slices.md. */
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
  /** The kinds that the scan accepts for this slice. */
  readonly kinds?: ReadonlyArray<MediaKind>
  /** Jobs that are queued once the files of a root are known. */
  readonly afterScan?: ReadonlyArray<AfterScan>
  /** Jobs that follow the examination of an item. */
  readonly followUps?: ReadonlyArray<FollowUp>
  /** The values that events of a kind give to the rows of all items. */
  readonly summaries?: ReadonlyArray<ItemSummary>
  /** How the history shows its events. Each event has an entry. */
  readonly history?: SliceHistory
  /** How its events are undone. Other events cannot be undone. */
  readonly undo?: ReadonlyArray<EventUndo>
  /** Events that a command undoes, because files are moved. */
  readonly undoCommands?: ReadonlyArray<CommandUndo>
  /** Tasks that every worker repeats until it stops. */
  readonly maintenance?: ReadonlyArray<Effect.Effect<never, never, unknown>>
  /** Work of the queue library-maintenance. */
  readonly maintenanceJobs?: ReadonlyArray<MaintenanceJob>
  /** Kinds of sources that identify items and entities. */
  readonly identifySources?: ReadonlyArray<IdentifySource>
  /** Fields by which lists of items can be filtered and sorted. */
  readonly fields?: ReadonlyArray<Field<SqlSource>>
  /** Fields of its lists of things other than items, by the name of the list. */
  readonly lists?: Readonly<Record<string, FieldTable<SqlSource>>>
  /** Files and folders that have no role, one concept each, with a description. */
  readonly concepts?: Readonly<Record<string, string>>
}

export const defineSlice = (manifest: SliceManifest): SliceManifest => manifest

/** The services that a list of processors needs. */
export type ProcessorRequirements<P> = P extends Processor<infer R> ? R : never
