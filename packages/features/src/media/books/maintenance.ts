import { enqueue } from "@media/jobs/Enqueue"
import { repeated, tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { booksReadOtherwise, booksToReadAgain } from "./backfill.ts"

/**
 * The worker's task for books. At startup, it queues the books that an earlier version read differently. Every new book
 * has its own job, so only jobs that gave up are queued again after startup.
 */
export const bookMaintenance = Effect.all(
  [
    tolerated("Looking for books to read again", Effect.flatMap(booksReadOtherwise, enqueue)),
    repeated("Requesting unread books again", "1 hour", Effect.flatMap(booksToReadAgain, enqueue))
  ],
  { concurrency: "unbounded" }
).pipe(Effect.zipRight(Effect.never))
