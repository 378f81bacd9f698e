import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { booksReadOtherwise } from "./backfill.ts"

/**
 * The worker's task for books. At startup, it queues the books that an earlier version read differently. Every new book
 * has its own job, so later startups do not queue any books.
 */
export const bookMaintenance = Effect.zipRight(
  tolerated("Looking for books to read again", Effect.flatMap(booksReadOtherwise, enqueue)),
  Effect.never
)
