import { enqueue } from "@media/jobs/Enqueue"
import { repeated, tolerated } from "@media/jobs/Repeated"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import { existingItems, existingOrUnknown } from "../../catalog/items/existing.ts"
import { itemsNeverPictured, itemsToPictureAgain } from "./backfill.ts"

/** Removes the pictures of items that were removed, alone or with their library; answers how many. */
export const sweepPictures = Effect.flatMap(PictureStore, (store) =>
  store.sweep({ existing: existingItems, keepingOwn: existingOrUnknown })
).pipe(Effect.withSpan("pictures.sweep"))

/**
 * A worker's task for pictures outside its jobs. Once at startup it queues pictures without a job: each probe queues
 * its own, so later only canceled and given-up jobs are missing.
 */
export const pictureMaintenance = Effect.all(
  [
    tolerated("Looking for items without a picture", Effect.flatMap(itemsNeverPictured, enqueue)),
    repeated("Asking again for pictures", "1 hour", Effect.flatMap(itemsToPictureAgain, enqueue)),
    repeated("Deleting pictures of removed items", "10 minutes", sweepPictures)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
