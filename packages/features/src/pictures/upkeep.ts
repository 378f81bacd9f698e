import { enqueue } from "@media/jobs/Enqueue"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { existingItems, existingOrUnknown } from "../items/existing.ts"
import { itemsNeverPictured } from "./backlog.ts"

/** Removes the pictures of items that were removed, alone or with their library; answers how many. */
export const sweepPictures = Effect.flatMap(PictureStore, (store) =>
  store.sweep({ existing: existingItems, keepingOwn: existingOrUnknown })
).pipe(Effect.withSpan("pictures.sweep"))

const quietly = <E, R>(what: string, work: Effect.Effect<unknown, E, R>) =>
  work.pipe(Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed`, cause)))

const EVERY = "10 minutes"

/**
 * What a worker does for pictures beside its jobs. Once at its start it asks for those that no job was left for: each probe
 * asks for its own, so later there are none but those whose job a person canceled.
 */
export const pictureUpkeep = quietly(
  "Looking for items without a picture",
  Effect.flatMap(itemsNeverPictured, enqueue)
).pipe(
  Effect.zipRight(
    quietly("Deleting pictures of removed items", sweepPictures).pipe(Effect.repeat(Schedule.spaced(EVERY)))
  ),
  Effect.zipRight(Effect.never)
)
