import { enqueue } from "@media/jobs/Enqueue"
import { list } from "@media/jobs/JobRuns"
import { repeated } from "@media/jobs/Repeated"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { currentSettings } from "../../platform/settings/queries.ts"
import { generatedFilesRuns, generatedFilesWork } from "./policy.ts"

/** Interval between checks for a due job. */
const EVERY = "1 hour"
/**
 * Hours between two runs. Runs are more frequent if generated files belong next to their media, because each run moves
 * new files to the media folders.
 */
const HOURS = { cache: 24, adjacent: 1 } as const

/** Queues the job once a day, or every hour if generated files belong next to their media. */
export const askForGeneratedFilesWork = Effect.gen(function* () {
  const { metadata_storage_dedicated } = yield* currentSettings
  const hours = metadata_storage_dedicated ? HOURS.cache : HOURS.adjacent
  const { items } = yield* list({ ...generatedFilesRuns, page: 1, perPage: 1 })
  const now = yield* Clock.currentTimeMillis
  const last = items[0] === undefined ? 0 : Date.parse(items[0].queuedAt)
  if (now - last >= hours * 3_600_000) yield* enqueue([generatedFilesWork("schedule")])
})

/** The worker's task for generated files. The task first waits, because startup causes enough other work. */
export const storageMaintenance = Effect.zipRight(
  Effect.sleep(EVERY),
  repeated("Scheduling the maintenance of generated files", EVERY, askForGeneratedFilesWork)
)
