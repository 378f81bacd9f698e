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

/** Deletes the sheets and clips of videos that were deleted, alone or with their library. Returns their number. */
export const sweepPreviews = Effect.flatMap(PreviewStore, (store) => store.sweep(existingItems)).pipe(
  Effect.withSpan("previews.sweep")
)

/**
 * Queues missing previews: once at startup, because each probe queues its own, and whenever a setting makes existing
 * previews obsolete.
 */
const askWhenSettingsChange = Effect.suspend(() => {
  let seen = -1
  const ask = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Compares versions and not the settings themselves, because videos were skipped while previews were switched off
    // in between.
    const [last] = yield* rowsOf(Last)(sql`
      select coalesce(max(version), 0) as n from events where stream_id = ${SETTINGS_STREAM}`)
    if (last === undefined || last.n === seen) return
    yield* Effect.flatMap(videosLackingPreviews("system", false), enqueue)
    seen = last.n
  })
  // Checked often, because a person who changed a setting looks at the console next. A check reads one row of an index.
  return repeated("Looking for videos without previews", "5 seconds", ask)
})

/** A worker's task for previews. */
export const previewMaintenance = Effect.all(
  [
    askWhenSettingsChange,
    repeated("Asking again for previews", "1 hour", Effect.flatMap(videosToPreviewAgain, enqueue)),
    repeated("Deleting previews of removed videos", "10 minutes", sweepPreviews)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
