import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import { createTestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"
import { event } from "./Event.ts"
import { EventRegistry, makeRegistry } from "./EventRegistry.ts"
import { EventStore } from "./EventStore.ts"
import { projection } from "./Projection.ts"
import { rebuild } from "./Rebuild.ts"
import { WakeFeed } from "./WakeFeed.ts"

const Named = event("thing.named.v1", { name: Schema.String })
const things = projection<typeof Named.Type>({
  name: "things",
  tables: ["things"],
  handlers: {
    "thing.named.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events) {
          yield* sql`insert into things (id, "Name") values (${streamId}, ${event.name})
            on conflict (id) do update set "Name" = excluded."Name"`
        }
      })
  }
})
const registry = makeRegistry([
  { name: "things", events: [Named], projections: [things], policies: [], upcasts: [] }
])

it("rebuilds a table with generated, identity, dropped and quoted columns", async () => {
  const database = await createTestDatabase()
  const layer = EventStore.layer.pipe(
    Layer.provideMerge(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry)),
    Layer.provideMerge(
      PgLive.layer({
        url: database.url,
        applicationName: "test",
        maxConnections: 4,
        queryTimeoutMillis: 10_000
      })
    )
  )
  const test = Effect.gen(function* () {
    const pool = yield* PgPool
    const query = (text: string) => Effect.promise(() => pool.query<Record<string, unknown>>(text))
    yield* query(`create table things (number bigint generated always as identity, gone int, id uuid primary key,
      "Name" text not null, sort_name text generated always as (lower("Name")) stored)`)
    yield* query("alter table things drop column gone")
    const store = yield* EventStore
    for (const name of ["One", "Two"]) {
      const id = uuidv7()
      yield* store.append(
        [
          { streamId: id, expectedVersion: 0, events: [{ _tag: "thing.named.v1", name: "?" }] as never },
          { streamId: uuidv7(), expectedVersion: 0, events: [{ _tag: "thing.named.v1", name }] as never }
        ],
        {}
      )
    }
    yield* query(`update things set "Name" = 'wrong' where "Name" = 'Two'`)
    const report = {
      projection: "things",
      events: 4,
      tables: [{ table: "things", onlyLive: 1, onlyRebuilt: 1 }]
    }
    expect(yield* rebuild(things, { replace: false })).toEqual(report)
    expect(yield* rebuild(things, { replace: true })).toEqual(report)
    expect((yield* query("select sort_name from things order by sort_name")).rows).toEqual(
      ["?", "?", "one", "two"].map((sort_name) => ({ sort_name }))
    )
    expect((yield* rebuild(things, { replace: false })).tables).toEqual([
      { table: "things", onlyLive: 0, onlyRebuilt: 0 }
    ])
  })
  try {
    await Effect.runPromise(Effect.provide(test, layer))
  } finally {
    await database.drop()
  }
})
