import * as SqlClient from "@effect/sql/SqlClient"
import { HlsEngine } from "@media/media-tools/hls/HlsEngine"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { TRASH_LIBRARY } from "../trash/ids.ts"

const isUuid = Schema.is(Schema.UUID)
const Rows = Schema.Array(Schema.Struct({ id: Schema.String }))

/**
 * Of the ids, those of items that exist; the items of a removed library are deleted some time after it. A folder under
 * another name is not ours to judge.
 */
const existing = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const known = ids.filter((id) => isUuid(id))
    const rows = yield* sql`select i.id from items i where i.id = any(${known}::uuid[]) and (exists (
        select from libraries l where l.id = i.library_id) or i.library_id = ${TRASH_LIBRARY})`
    const found = yield* Effect.orDie(Schema.decodeUnknown(Rows)(rows))
    return new Set([...found.map(({ id }) => id), ...ids.filter((id) => !isUuid(id))])
  })

/** Removes the HLS files of videos that were removed, alone or with their library. Returns their ids. */
export const sweepHls = Effect.gen(function* () {
  const engine = yield* HlsEngine
  const removed = yield* engine.sweep(existing)
  if (removed.length > 0)
    yield* Effect.logInfo("HLS files of removed videos were deleted", { videos: removed.length })
  return removed
}).pipe(Effect.withSpan("playback.sweepHls"))

/** Removing is rare, and the bound of the cache holds meanwhile. One listing, and a question for each 500 folders. */
const EVERY = "10 minutes"

/** What a worker does for the cache beside its jobs, until it is interrupted. */
export const playbackUpkeep = sweepHls.pipe(
  Effect.catchAllCause((cause) => Effect.logWarning("Deleting HLS files of removed videos failed", cause)),
  Effect.repeat(Schedule.spaced(EVERY)),
  Effect.zipRight(Effect.never)
)
