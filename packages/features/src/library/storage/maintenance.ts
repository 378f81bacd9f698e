import { enqueue } from "@media/jobs/Enqueue"
import { list } from "@media/jobs/JobRuns"
import { repeated } from "@media/jobs/Repeated"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { currentSettings } from "../../platform/settings/queries.ts"
import { generatedFilesRuns, generatedFilesWork } from "./policy.ts"

/** Interval between checks whether the job is due. */
const EVERY = "1 hour"
/** Generated files start in the cache and are moved once an hour. */
const HOURS = { cache: 24, adjacent: 1 } as const

/** Queues the job once a day, and every hour if generated files belong next to their media. */
export const askForGeneratedFilesWork = Effect.gen(function* () {
  const { metadata_storage_dedicated } = yield* currentSettings
  const hours = metadata_storage_dedicated ? HOURS.cache : HOURS.adjacent
  const { items } = yield* list({ ...generatedFilesRuns, page: 1, perPage: 1 })
  const now = yield* Clock.currentTimeMillis
  const last = items[0] === undefined ? 0 : Date.parse(items[0].queuedAt)
  if (now - last >= hours * 3_600_000) yield* enqueue([generatedFilesWork("schedule")])
})

/** A worker's task for generated files. It waits after startup, when there is enough other work. */
export const storageMaintenance = Effect.zipRight(
  Effect.sleep(EVERY),
  repeated("Asking for the care of generated files", EVERY, askForGeneratedFilesWork)
)
