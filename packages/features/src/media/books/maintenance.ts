import { enqueue } from "@media/jobs/Enqueue"
import { tolerated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { booksReadOtherwise } from "./backfill.ts"

/**
 * What a worker does for books beside its jobs: once at its start it asks for those that this version reads otherwise than the
 * one that read them. Each book that is found has a job of its own, so later there are none.
 */
export const bookMaintenance = Effect.zipRight(
  tolerated("Looking for books to read again", Effect.flatMap(booksReadOtherwise, enqueue)),
  Effect.never
)
