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

/** What a run of `library-maintenance` did with generated files: its result. */
export const MaintenanceReport = Schema.Struct({
  /** Where the settings wanted them. */
  storage: Schema.Literal("cache", "adjacent"),
  /** From the cache to beside their media. */
  moved: Done,
  /** From beside media to the cache. */
  broughtBack: Done,
  /** Of no item, or of before; their bytes are free now. */
  swept: Done,
  /** As a person asked for; their bytes are free now. */
  cleared: Done,
  /** Videos whose HLS files went because others of theirs were moved. */
  streamsInvalidated: Schema.Int,
  /** Items whose files stayed where they are, by reason; `folder` is the root they lie in. */
  left: Schema.Array(
    Schema.Struct({ folder: Schema.NullOr(Schema.String), reason: Schema.String, items: Schema.Int })
  )
}).annotations({ identifier: "MaintenanceReport" })
export type MaintenanceReport = typeof MaintenanceReport.Type

const KindUsage = Schema.Struct({
  kind: StorageKind,
  ...amount,
  /** Whether it may be deleted: it is made again when it is needed. */
  canClear: Schema.Boolean,
  /** The largest first. Null: items that are gone, in the trash, or in libraries that are hidden from the caller. */
  libraries: Schema.Array(
    Schema.Struct({ library: Schema.NullOr(Schema.Struct({ id: Uuid, name: Schema.String })), ...amount })
  )
})

/** What is kept of items. Bytes are those of files. */
export const StorageUsage = Schema.Struct({
  /** Null as long as the first measurement runs. At most a minute old when it ended. */
  measuredAt: Schema.NullOr(Timestamp),
  isMeasuring: Schema.Boolean,
  /** False: there was more than can be measured, and the numbers are too small. */
  isComplete: Schema.Boolean,
  /** The disk that holds the generated files; `mediaBytes` are those of media on the same disk. Null: it does not answer, or not yet. */
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
  /** The newest run that moved, swept or cleared generated files; `report` once it is done. */
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
