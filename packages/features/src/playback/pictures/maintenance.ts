import { enqueue } from "@media/jobs/Enqueue"
import { repeated, tolerated } from "@media/jobs/Repeated"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { existingItems, existingOrUnknown } from "../../catalog/items/existing.ts"
import { existingCollections } from "../../catalog/membership/existing.ts"
import { existingEntities, knownEntities } from "../../catalog/related/existing.ts"
import { itemsNeverPictured, itemsToPictureAgain } from "./backfill.ts"

type Ids = ReadonlyArray<string>
/**
 * Returns the ids that exist according to either check. Needed because the folder of the pictures is shared by items,
 * entities and collections.
 */
const either =
  <E, R, E2, R2>(
    one: (ids: Ids) => Effect.Effect<ReadonlySet<string>, E, R>,
    other: (ids: Ids) => Effect.Effect<ReadonlySet<string>, E2, R2>
  ) =>
  (ids: Ids) =>
    Effect.zipWith(one(ids), other(ids), (some, others): ReadonlySet<string> => new Set([...some, ...others]))

/** Deletes the pictures of deleted items, entities and collections. Returns the number of deleted picture folders. */
export const sweepPictures = Effect.flatMap(PictureStore, (store) =>
  store.sweep({
    existing: either(existingItems, either(existingEntities, existingCollections)),
    keepingOwn: either(existingOrUnknown, knownEntities)
  })
).pipe(Effect.withSpan("pictures.sweep"))

/**
 * The worker's task for pictures. At startup, the task queues jobs for missing pictures without a job. After startup,
 * every probe queues its own picture job, so only jobs that gave up are queued again.
 */
export const pictureMaintenance = Effect.all(
  [
    tolerated("Looking for items without a picture", Effect.flatMap(itemsNeverPictured, enqueue)),
    repeated("Queuing missing pictures", "1 hour", Effect.flatMap(itemsToPictureAgain, enqueue)),
    repeated("Deleting pictures of removed items", "10 minutes", sweepPictures)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
