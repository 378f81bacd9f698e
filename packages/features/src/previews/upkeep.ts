import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import { PreviewStore } from "@media/pictures/PreviewStore"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { existingItems } from "../items/existing.ts"
import { SETTINGS_STREAM } from "../settings/events.ts"
import { videosLackingPreviews } from "./backlog.ts"

const Last = Schema.Struct({ n: Schema.Number })

/** Removes the sheets and clips of videos that were removed, alone or with their library; answers how many. */
export const sweepPreviews = Effect.flatMap(PreviewStore, (store) => store.sweep(existingItems)).pipe(
  Effect.withSpan("previews.sweep")
)

/** A person who changed a setting looks at the console next. One look is one row of an index. */
const everyLook = Schedule.spaced("5 seconds")
const everySweep = Schedule.spaced("10 minutes")

const quietly = <E, R>(what: string, work: Effect.Effect<unknown, E, R>) =>
  work.pipe(Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed`, cause)))

/**
 * Asks for what is missing: once at the start, for each probe asks for its own, and whenever a setting makes previews of
 * before the wrong ones.
 */
const askWhenSettingsChange = Effect.suspend(() => {
  let seen = -1
  const ask = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Not the settings themselves: videos were left out while they were off and on again.
    const [last] = yield* rowsOf(Last)(sql`
      select coalesce(max(version), 0) as n from events where stream_id = ${SETTINGS_STREAM}`)
    if (last === undefined || last.n === seen) return
    yield* Effect.flatMap(videosLackingPreviews("system", false), enqueue)
    seen = last.n
  })
  return Effect.repeat(quietly("Looking for videos without previews", ask), everyLook)
})

/** What a worker does for previews beside its jobs. */
export const previewUpkeep = Effect.all(
  [
    askWhenSettingsChange,
    Effect.repeat(quietly("Deleting previews of removed videos", sweepPreviews), everySweep)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
