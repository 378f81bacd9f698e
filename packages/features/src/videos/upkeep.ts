import type { SqlClient } from "@effect/sql/SqlClient"
import type { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { deferUnattended } from "./unattended.ts"

/** With 100,000 videos on their way the question takes some 100 ms. */
const unattendedEvery = "30 seconds"

const forever =
  (what: string, every: Parameters<typeof Schedule.spaced>[0]) =>
  <E>(work: Effect.Effect<unknown, E, SqlClient | EventStore>) =>
    work.pipe(
      Effect.catchAllCause((cause) => Effect.logWarning(`${what} failed and is tried again`, cause)),
      Effect.repeat(Schedule.spaced(every)),
      Effect.zipRight(Effect.never)
    )

/** What a worker does for videos beside its jobs, until it is interrupted. */
export const videoUpkeep: Effect.Effect<never, never, SqlClient | EventStore> = forever(
  "Looking for videos without a job",
  unattendedEvery
)(deferUnattended)
