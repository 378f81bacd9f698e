import * as SqlClient from "@effect/sql/SqlClient"
import * as PgLive from "@media/pg/PgLive"
import { createTestDatabase } from "@media/testkit/TemplateDatabase"
import { withClient } from "@media/testkit/TemplateSchema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { ClientBase } from "pg"
import { expect, it } from "vitest"
import { event } from "./Event.ts"
import { EventRegistry, makeRegistry } from "./EventRegistry.ts"
import { projection } from "./Projection.ts"
import { rebuild } from "./Rebuild.ts"

const Named = event("thing.named.v1", { name: Schema.String })

/** Inserts an event and the row of its projection, in the same order as the event store. */
const addThing = async (client: ClientBase, name: string): Promise<void> => {
  const { rows } = await client.query<{ readonly id: string }>(
    `insert into events (stream_id, version, type, data)
     values (gen_random_uuid(), 1, 'thing.named.v1', jsonb_build_object('name', $1::text)) returning stream_id as id`,
    [name]
  )
  await client.query("insert into public.things values ($1, $2)", [rows[0]!.id, name])
}

/**
 * Waits until the rebuild waits for the rows that this client has locked, and then appends an event and commits.
 * `removeLibrary` also locks rows of a table before it appends an event.
 */
const holdThenAppend = async (client: ClientBase): Promise<void> => {
  const isWaitedFor = "select 1 from pg_locks where not granted and relation = 'public.things'::regclass"
  while ((await client.query(isWaitedFor)).rows.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10))
  await addThing(client, "while held")
  await client.query("commit")
}

it("projects the last events again after a deadlock with a writer aborted the rebuild", async () => {
  const database = await createTestDatabase()
  const addLate = () => withClient(database.url, (client) => addThing(client, "late"))
  let calls = 0
  const things = projection<typeof Named.Type>({
    name: "things",
    tables: ["things"],
    handlers: {
      "thing.named.v1": (events) =>
        Effect.gen(function* () {
          calls += 1
          // This event is committed after the rebuild has determined the end of the log, so it is projected in the last
          // transaction.
          if (calls === 1) yield* Effect.promise(addLate)
          const sql = yield* SqlClient.SqlClient
          for (const { event, streamId } of events)
            yield* sql`insert into things values (${streamId}, ${event.name})`
        })
    }
  })
  const registry = makeRegistry([
    { name: "things", events: [Named], projections: [things], policies: [], upcasts: [] }
  ])
  const layer = Layer.merge(
    Layer.succeed(EventRegistry, registry),
    PgLive.layer({
      url: database.url,
      applicationName: "test",
      maxConnections: 2,
      queryTimeoutMillis: 20_000
    })
  )
  try {
    await withClient(database.url, async (client) => {
      await client.query("create table things (id uuid primary key, name text not null)")
      await addThing(client, "early")
      // Wait longer before checking for a deadlock, so that the rebuild detects it first and is aborted.
      await client.query("set deadlock_timeout = '1min'; begin; select id from things for update")
      const holding = holdThenAppend(client)
      const report = await Effect.runPromise(Effect.provide(rebuild(things, { replace: true }), layer))
      await holding
      expect(report).toMatchObject({ events: 3, tables: [{ onlyLive: 0, onlyRebuilt: 0 }] })
      expect((await client.query("select name from things order by name")).rows).toEqual(
        ["early", "late", "while held"].map((name) => ({ name }))
      )
    })
  } finally {
    await database.drop()
  }
})
