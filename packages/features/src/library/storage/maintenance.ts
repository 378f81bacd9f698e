import { enqueue } from "@media/jobs/Enqueue"
import { list } from "@media/jobs/JobRuns"
import { repeated } from "@media/jobs/Repeated"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { currentSettings } from "../../platform/settings/queries.ts"
import { generatedFilesRuns, generatedFilesWork } from "./policy.ts"

/** Interval between checks of whether the job is due. */
const EVERY = "1 hour"
/**
 * Hours between two runs of the job. If the settings store generated files next to their media, runs are more frequent,
 * because each run moves new files to the media folders.
 */
const HOURS = { cache: 24, adjacent: 1 } as const

/**
 * Queues the job if the last run was more than a day ago. If the settings store generated files next to their media, an
 * hour is enough.
 */
export const askForGeneratedFilesWork = Effect.gen(function* () {
  const { metadata_storage_dedicated } = yield* currentSettings
  const hours = metadata_storage_dedicated ? HOURS.cache : HOURS.adjacent
  const { items } = yield* list({ ...generatedFilesRuns, page: 1, perPage: 1 })
  const now = yield* Clock.currentTimeMillis
  const last = items[0] === undefined ? 0 : Date.parse(items[0].queuedAt)
  if (now - last >= hours * 3_600_000) yield* enqueue([generatedFilesWork("schedule")])
})

/**
 * The worker's maintenance task for generated files. It does not start immediately, because a server that starts has
 * enough other work.
 */
export const storageMaintenance = Effect.zipRight(
  Effect.sleep(EVERY),
  repeated("Scheduling the maintenance of generated files", EVERY, askForGeneratedFilesWork)
)
