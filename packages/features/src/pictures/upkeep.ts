import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { rowsOf } from "@media/pg/Rows"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { existingItems } from "../items/existing.ts"
import { itemsNeverPictured } from "./backlog.ts"

const Row = Schema.Struct({ id: Schema.String })

/**
 * Those that exist, and those that this log has never heard of: with another database behind the same folder (a new one, an older
 * dump) an item that is unknown was not removed, and what people gave for it cannot be made again.
 */
const existingOrUnknown = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const present = yield* existingItems(ids)
    const absent = ids.filter((id) => !present.has(id))
    const heardOf = yield* rowsOf(Row)(sql`
      select x.id from unnest(${absent}::uuid[]) x (id)
      where exists (select from events e where e.stream_id = x.id)`)
    const removed = new Set(heardOf.map(({ id }) => id))
    return new Set(ids.filter((id) => !removed.has(id)))
  })

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
