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

/** The result of a `library-maintenance` run that handled generated files. */
export const MaintenanceReport = Schema.Struct({
  /** The configured location of generated files. */
  storage: Schema.Literal("cache", "adjacent"),
  /** Files moved from the cache to the media folders. */
  moved: Done,
  /** Files moved from the media folders back to the cache. */
  broughtBack: Done,
  /** Files that were deleted because they were outdated or their item no longer exists. `bytes` is the freed space. */
  swept: Done,
  /** Files that were deleted at a user's request. `bytes` is the freed space. */
  cleared: Done,
  /** The number of videos whose HLS files were deleted because their other generated files moved. */
  streamsInvalidated: Schema.Int,
  /** Number of items whose files were not moved, grouped by folder and reason. `folder` is the root of the items. */
  left: Schema.Array(
    Schema.Struct({ folder: Schema.NullOr(Schema.String), reason: Schema.String, items: Schema.Int })
  )
}).annotations({ identifier: "MaintenanceReport" })
export type MaintenanceReport = typeof MaintenanceReport.Type

const KindUsage = Schema.Struct({
  kind: StorageKind,
  ...amount,
  /** True if users may delete files of this kind, because the server regenerates them on demand. */
  canClear: Schema.Boolean,
  /**
   * The usage of each library, largest first. `library` is null for the usage of all items that were deleted, are in
   * the trash, or are in libraries that are hidden from the caller.
   */
  libraries: Schema.Array(
    Schema.Struct({ library: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.String })), ...amount })
  )
})

/** The disk usage of generated files, as the sum of their file sizes. */
export const StorageUsage = Schema.Struct({
  /**
   * Time of the measurement. A request starts a new measurement if the last one is older than a minute. Null until the
   * first measurement has ended.
   */
  measuredAt: Schema.NullOr(Timestamp),
  isMeasuring: Schema.Boolean,
  /** False if there were too many files to measure all of them. The numbers are then lower than the actual usage. */
  isComplete: Schema.Boolean,
  /**
   * The disk that contains the generated files. `mediaBytes` is the size of all media on the same disk. Null if the
   * disk does not respond or has not been measured yet.
   */
  disk: Schema.NullOr(
    Schema.Struct({
      mediaBytes: Schema.Number,
      cacheBytes: Schema.Number,
      otherBytes: Schema.Number,
      /** The free bytes that the server can use. */
      freeBytes: Schema.Number
    })
  ),
  kinds: Schema.Array(KindUsage),
  /** The last run that moved or deleted generated files. `report` is null until the run has ended. */
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
