import { enqueue } from "@media/jobs/Enqueue"
import { repeated, tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { booksReadOtherwise, booksToReadAgain } from "./backfill.ts"

/**
 * Worker task for books. At startup, it queues the books that were read by an earlier version. New books have their own
 * jobs. Afterwards, the task therefore only queues books whose job used up all of its attempts, once an hour.
 */
export const bookMaintenance = Effect.all(
  [
    tolerated("Looking for books to read again", Effect.flatMap(booksReadOtherwise, enqueue)),
    repeated("Queuing books whose jobs failed", "1 hour", Effect.flatMap(booksToReadAgain, enqueue))
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
