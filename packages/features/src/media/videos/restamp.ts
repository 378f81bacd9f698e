import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { itemDecider } from "../../catalog/items/decider.ts"
import type { FileStamp } from "../../catalog/items/fileState.ts"

/**
 * Records the size and modification time of a video's current file, which has changed since the scan. The scan record
 * is updated too, because the next scan would otherwise queue another probe.
 */
export const restamp = Effect.fn("videos.restamp")(function* (videoId: string, stamp: FileStamp) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const { mtimeMs, size } = stamp
  yield* transaction(
    Effect.zipRight(
      store.execute({
        streamId: videoId,
        decider: itemDecider,
        command: { _tag: "Restamp", mtimeMs, size },
        meta: { cause: "media-probe" }
      }),
      sql`
        update scanned_files set size_bytes = ${size}, mtime_ms = ${mtimeMs}, checked_at = now()
        where entity_id = ${videoId} and scan_result in ('indexed', 'moved', 'unchanged')`
    )
  )
})
