import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { Ok } from "@media/wire/Envelope"
import { Body } from "@media/wire/Query"
import { RequireAdmin } from "@media/wire/Security"
import { FailNotFound } from "@media/wire/WireError"
import * as Schema from "effect/Schema"
import { ClearableKind } from "../libraries/queue.ts"
import { StorageKind } from "./ids.ts"

const amount = { items: Schema.Int, bytes: Schema.Number }
const Done = Schema.Struct({ ...amount, files: Schema.Int })

/** The result of a `library-maintenance` run for generated files. */
export const MaintenanceReport = Schema.Struct({
  /** The configured location. */
  storage: Schema.Literal("cache", "adjacent"),
  /** From the cache to the media folders. */
  moved: Done,
  /** From the media folders to the cache. */
  broughtBack: Done,
  /** Deleted files without an item, or outdated files, with the freed bytes. */
  swept: Done,
  /** Files whose deletion a person requested, with the freed bytes. */
  cleared: Done,
  /** The number of videos whose HLS files were deleted because their other files moved. */
  streamsInvalidated: Schema.Int,
  /** Items whose files were not moved, by reason; `folder` is their root. */
  left: Schema.Array(
    Schema.Struct({ folder: Schema.NullOr(Schema.String), reason: Schema.String, items: Schema.Int })
  )
}).annotations({ identifier: "MaintenanceReport" })
export type MaintenanceReport = typeof MaintenanceReport.Type

const KindUsage = Schema.Struct({
  kind: StorageKind,
  ...amount,
  /** True if files of this kind may be deleted, because they are regenerated on demand. */
  canClear: Schema.Boolean,
  /**
   * The libraries, largest first. Null for items that were deleted, are in the trash, or are in libraries that are
   * hidden from the caller.
   */
  libraries: Schema.Array(
    Schema.Struct({ library: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.String })), ...amount })
  )
})

/** Generated files per item. Bytes are file sizes. */
export const StorageUsage = Schema.Struct({
  /** Null until the first measurement ends. At most a minute old. */
  measuredAt: Schema.NullOr(Timestamp),
  isMeasuring: Schema.Boolean,
  /** False if there was more than can be measured, so that the numbers are too small. */
  isComplete: Schema.Boolean,
  /**
   * The disk with the generated files; `mediaBytes` counts media on the same disk. Null if it does not answer or has
   * not been measured yet.
   */
  disk: Schema.NullOr(
    Schema.Struct({
      mediaBytes: Schema.Number,
      cacheBytes: Schema.Number,
      otherBytes: Schema.Number,
      /** Free bytes that the server may still use. */
      freeBytes: Schema.Number
    })
  ),
  kinds: Schema.Array(KindUsage),
  /** The last run that moved, swept or cleared generated files, with its `report` once it has ended. */
  lastRun: Schema.NullOr(
    Schema.Struct({
      jobRunId: Uuid,
      status: Schema.Literal("queued", "started", "completed", "failed", "cancelled"),
      at: Timestamp,
      report: Schema.NullOr(MaintenanceReport)
    })
  )
}).annotations({ identifier: "StorageUsage" })
export type StorageUsage = typeof StorageUsage.Type

export class StorageGroup extends HttpApiGroup.make("storage")
  .add(HttpApiEndpoint.get("usage", "/api/system/storage").addSuccess(Ok("StorageResponse", StorageUsage)))
  .add(
    HttpApiEndpoint.post("clear", "/api/system/storage/clear")
      .setPayload(Body({ kind: ClearableKind, libraryId: Schema.optionalWith(Uuid, { exact: true }) }))
      .addSuccess(Ok("ClearStorageResponse", Schema.Struct({ jobRunId: Uuid })))
      .addError(FailNotFound)
  )
  .middleware(RequireAdmin) {}
