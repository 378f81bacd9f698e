import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { itemDecider } from "../../catalog/items/decider.ts"
import type { FileStamp } from "../../catalog/items/fileState.ts"

/**
 * Accepts the current file of a video, although the scan found a different file. The scan's record is updated too,
 * because otherwise the next scan would request another probe.
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
