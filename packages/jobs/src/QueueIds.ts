import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Pool } from "pg"
import type { QueueName } from "./QueueDef.ts"

/** The database was migrated by a version that does not have this queue. */
export class UnknownQueue extends Data.TaggedError("UnknownQueue")<{ readonly queue: string }> {
  override get message() {
    return `The database has no queue ${this.queue}. Run the migrations of this version.`
  }
}

class QueuesUnread extends Data.TaggedError("QueuesUnread")<{ readonly cause: unknown }> {}

const Rows = Schema.Array(Schema.Struct({ id: Schema.Number, name: Schema.String }))

/** Returns the database ids of all queues, keyed by queue name. */
export const readQueueIds = (pool: Pool) =>
  Effect.tryPromise({
    try: () => pool.query("select id, name from queues"),
    catch: (cause) => new QueuesUnread({ cause })
  }).pipe(
    Effect.flatMap(({ rows }) => Effect.orDie(Schema.decodeUnknown(Rows)(rows))),
    Effect.map((rows) => new Map(rows.map(({ id, name }) => [name, id])))
  )

export const requireQueueId = (ids: ReadonlyMap<string, number>, queue: QueueName) => {
  const id = ids.get(queue)
  return id === undefined ? Effect.fail(new UnknownQueue({ queue })) : Effect.succeed(id)
}
