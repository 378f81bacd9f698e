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
 * What a worker does for pictures beside its jobs. Once at its start it asks for those that no job was left for: each probe
 * asks for its own, so later there are none but those whose job a person canceled, and those whose job was given up.
 */
export const pictureMaintenance = Effect.all(
  [
    tolerated("Looking for items without a picture", Effect.flatMap(itemsNeverPictured, enqueue)),
    repeated("Asking again for pictures", "1 hour", Effect.flatMap(itemsToPictureAgain, enqueue)),
    repeated("Deleting pictures of removed items", "10 minutes", sweepPictures)
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
