import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { repeated } from "@media/jobs/Repeated"
import { rowsOf } from "@media/pg/Rows"
import { PreviewStore } from "@media/pictures/PreviewStore"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { existingItems } from "../../catalog/items/existing.ts"
import { SETTINGS_STREAM } from "../../platform/settings/events.ts"
import { videosLackingPreviews, videosToPreviewAgain } from "./backfill.ts"

const Last = Schema.Struct({ n: Schema.Number })

/** Deletes the sheets and clips of deleted videos. Returns the number of affected videos. */
export const sweepPreviews = Effect.flatMap(PreviewStore, (store) => store.sweep(existingItems)).pipe(
  Effect.withSpan("previews.sweep")
)

/**
 * Queues missing previews, at startup and whenever the settings change. After startup, every probe queues its own
 * previews.
 */
const askWhenSettingsChange = Effect.suspend(() => {
  let seen = -1
  const ask = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Compare versions instead of the settings themselves, because previews may have been turned off and on again since
    // the last check. Videos that were added in between have no job yet.
    const [last] = yield* rowsOf(Last)(sql`
      select coalesce(max(version), 0) as n from events where stream_id = ${SETTINGS_STREAM}`)
    if (last === undefined || last.n === seen) return
    yield* Effect.flatMap(videosLackingPreviews("system", false), enqueue)
    seen = last.n
  })
  // The check runs often, because a user who changes a setting expects to see its effect. It is cheap, because it reads
  // one index entry.
  return repeated("Looking for videos without previews", "5 seconds", ask)
})

/** The worker's tasks for previews. */
export const previewMaintenance = Effect.all(
  [
    askWhenSettingsChange,
    repeated("Queuing missing previews", "1 hour", Effect.flatMap(videosToPreviewAgain, enqueue)),
    repeated("Deleting previews of removed videos", "10 minutes", sweepPreviews)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
