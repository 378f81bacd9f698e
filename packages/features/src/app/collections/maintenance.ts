import { enqueue } from "@media/jobs/Enqueue"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { collectionsOutdated } from "./backfill.ts"
import { forgetOldChanges } from "./refresh.ts"

const askForRefreshes = Effect.flatMap(collectionsOutdated, (jobs) =>
  jobs.length === 0 ? Effect.void : Effect.asVoid(enqueue(jobs))
)

/** A worker's task for rules: it finds those whose items may have changed, a minute after the change at most. */
export const collectionMaintenance = Effect.all(
  [
    repeated("Looking for collections to refresh", "1 minute", askForRefreshes),
    repeated("Deleting old changes of collections", "1 hour", forgetOldChanges)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
