import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { mediaProbe } from "./queue.ts"

const Unattended = Schema.Struct({
  id: Schema.String,
  version: Schema.Number,
  message: Schema.NullOr(Schema.String)
})
const Target = Schema.Struct({ target_id: Schema.String })

/**
 * Maximum number of videos whose events are appended in one transaction. Such a transaction takes a few milliseconds.
 */
const chunk = 500

/**
 * Finds videos with the status `arriving` that will not be probed, because their job was canceled or failed too often.
 * Records the reason, so that they do not appear to be arriving forever. Returns the number of videos found, at most
 * 500.
 */
export const deferUnattended = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const found = yield* rowsOf(Unattended)(sql`
    select v.id, (select max(e.version) from events e where e.stream_id = v.id) as version, (
      select j.error ->> 'message' from job_runs j
      where j.target_id = v.id::text and j.queue_name = ${mediaProbe.name} and j.state = 4 order by j.id desc limit 1
    ) as message
    from items v
    where v.kind = 'video' and v.status = 'arriving' and v.status <> 'ready'
      and not exists (
        select from job_runs j
        where j.target_id = v.id::text and j.queue_name = ${mediaProbe.name} and j.state in (0, 1, 3))
    limit ${chunk}`)
  if (found.length === 0) return 0
  const ids = found.map(({ id }) => id)
  // Find the canceled runs of all videos with a single query, because no index covers canceled runs.
  const cancelled = new Set(
    (yield* rowsOf(Target)(sql`
      select distinct j.target_id from job_runs j
      where j.queue_name = ${mediaProbe.name} and j.state = 5 and j.target_id = any(${ids}::text[])`)).map(
      ({ target_id }) => target_id
    )
  )
  const reasonOf = ({ id, message }: typeof Unattended.Type): string =>
    cancelled.has(id) ? "its job was canceled" : (message ?? "its job no longer exists")
  yield* (
    store
      .append(
        found.map((video) => ({
          streamId: video.id,
          expectedVersion: video.version,
          events: [{ _tag: "item.probe-deferred.v1", reason: `Not examined yet: ${reasonOf(video)}` }]
        })),
        { cause: "media-probe" }
      )
      // One of the videos changed in the meantime. The next run finds the remaining videos again.
      .pipe(Effect.catchTag("VersionConflict", () => Effect.void))
  )
  return found.length
}).pipe(Effect.withSpan("videos.deferUnattended"))
