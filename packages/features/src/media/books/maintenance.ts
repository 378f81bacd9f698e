import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { booksReadOtherwise } from "./backfill.ts"

/**
 * A worker's task for books. Once at startup it queues those that this version reads differently from the version that
 * read them. Each new book has its own job, so later startups find none.
 */
export const bookMaintenance = Effect.zipRight(
  tolerated("Looking for books to read again", Effect.flatMap(booksReadOtherwise, enqueue)),
  Effect.never
)
