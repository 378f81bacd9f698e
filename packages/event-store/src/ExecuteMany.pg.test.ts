import * as SqlClient from "@effect/sql/SqlClient"
import { uuidv7 } from "@media/kernel/Ids"
import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import type { Pool } from "pg"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import type { Decider } from "./Decider.ts"
import { VersionConflict } from "./errors.ts"
import { event, type EventMeta } from "./Event.ts"
import { EventRegistry, makeRegistry } from "./EventRegistry.ts"
import { EventStore } from "./EventStore.ts"
import { projection } from "./Projection.ts"
import { WakeFeed } from "./WakeFeed.ts"

const Named = event("thing.named.v1", { name: Schema.String })
type Named = typeof Named.Type

const things = projection<Named>({
  name: "things",
  tables: ["things"],
  handlers: {
    "thing.named.v1": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events)
          yield* sql`insert into things values (${streamId}, ${event.name})
            on conflict (id) do update set name = excluded.name`
      })
  }
})
const registry = makeRegistry([{ name: "things", events: [Named], projections: [things], policies: [] }])
const layer = (url: string) =>
  EventStore.layer.pipe(
    Layer.provideMerge(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry)),
    Layer.provideMerge(
      PgLive.layer({ url, applicationName: "many", maxConnections: 6, queryTimeoutMillis: 10_000 })
    )
  )

let database: TestDatabase
let runtime: ManagedRuntime.ManagedRuntime<Layer.Layer.Success<ReturnType<typeof layer>>, unknown>
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  runtime = ManagedRuntime.make(layer(database.url))
  pool = await runtime.runPromise(PgPool)
  await pool.query(
    "create table things (id uuid primary key, name text not null check (name <> 'forbidden'))"
  )
})
afterAll(async () => {
  await runtime.dispose()
  await database.drop()
})
beforeEach(() => pool.query("truncate events, things"))

interface Rename {
  readonly to: string
}
/** An entry for each call of `decide`. Shows whether a command was decided more than once. */
let decided: Array<string> = []
const naming: Decider<Rename, string, Named, "bad"> = {
  initial: "",
  decide: ({ to }, name) => {
    decided.push(`${name}>${to}`)
    if (to === "bad") return Either.left("bad")
    return Either.right(to === name ? [] : [{ _tag: "thing.named.v1", name: to }])
  },
  evolve: (_, { name }) => name
}
beforeEach(() => {
  decided = []
})
/** Appends an event to a stream as if another process had done it. */
const appendElsewhere = (through: Pick<Pool, "query">, streamId: string, version: number): Promise<unknown> =>
  through.query(
    `insert into events (stream_id, version, type, data) values ($1, $2, 'thing.named.v1', '{"name": "theirs"}')`,
    [streamId, version]
  )

const rename = (
  renames: ReadonlyArray<readonly [id: string, to: string]>,
  meta: EventMeta = { actor: "me" }
) =>
  Effect.flatMap(EventStore, (store) =>
    store.executeMany({
      decider: naming,
      commands: renames.map(([streamId, to]) => ({ streamId, command: { to } })),
      meta
    })
  )
const run = <A, E>(effect: Effect.Effect<A, E, EventStore | SqlClient.SqlClient>) =>
  runtime.runPromise(effect)
const log = async () =>
  (await pool.query("select stream_id, version, data->>'name' as name, meta from events order by position"))
    .rows
const names = async () =>
  (await pool.query("select id, name from things order by id")).rows.map((row: { name: string }) => row.name)

it("returns one outcome per command, in the order of the commands", async () => {
  const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()]
  await run(rename([[b, "same"]], { batchId: "first" }))
  const outcomes = await run(
    rename([
      [c, "one"],
      [b, "same"],
      [a, "bad"],
      [a, "two"],
      [c, "three"]
    ])
  )
  const events = outcomes.map(
    Either.map((list) => list.map(({ event, streamId, version }) => [streamId, version, event.name]))
  )
  expect(events).toEqual([
    Either.right([[c, 1, "one"]]),
    Either.right([]),
    Either.left("bad"),
    Either.right([[a, 1, "two"]]),
    Either.right([[c, 2, "three"]])
  ])
  expect(await names()).toEqual(["two", "same", "three"])
  const [first, ...others] = await log()
  expect(first.meta).toEqual({ batchId: "first" })
  expect(new Set(others.map(({ meta }) => meta.batchId)).size).toBe(1)
  expect(others[0].meta).toEqual({ actor: "me", batchId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(await run(rename([]))).toEqual([])
})

it("retries only the commands whose streams conflicted", async () => {
  const ids = Array.from({ length: 5 }, () => uuidv7())
  await run(rename(ids.map((id) => [id, "old"])))
  decided = []
  const [held] = ids
  // An open transaction has appended to one of the streams. The batch waits for it, and then finds that the version is
  // taken.
  const other = await pool.connect()
  await other.query("begin")
  await appendElsewhere(other, held!, 2)
  const batch = run(rename(ids.map((id) => [id, "new"])))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await other.query("commit")
  other.release()
  expect((await batch).map(Either.isRight)).toEqual(Array(5).fill(true))
  expect(decided.toSorted()).toEqual([...Array(5).fill("old>new"), "theirs>new"])
  expect((await log()).filter(({ stream_id }) => stream_id === held).map(({ version }) => version)).toEqual([
    1, 2, 3
  ])
  expect(await names()).toEqual(Array(5).fill("new"))
})

it("fails only the commands that still conflict after three retries", async () => {
  const [contested, calm] = [uuidv7(), uuidv7()]
  // This trigger causes a conflict: just before an event "mine" is inserted, it inserts another event with the same
  // version. The version of the next event stays free.
  await pool.query(`
    create function contest() returns trigger language plpgsql as $$ begin
      insert into events (stream_id, version, type, data)
      values (new.stream_id, new.version, 'thing.named.v1', '{"name": "theirs"}');
      return new;
    end $$;
    create trigger contest before insert on events
      for each row when (new.data->>'name' = 'mine') execute function contest()`)
  const outcomes = await run(
    rename([
      [contested, "mine"],
      [contested, "mine too"],
      [calm, "calm"]
    ])
  )
  await pool.query("drop function contest() cascade")
  expect(outcomes.map((outcome) => (Either.isLeft(outcome) ? outcome.left : "done"))).toEqual([
    expect.any(VersionConflict),
    expect.any(VersionConflict),
    "done"
  ])
  expect(decided.filter((one) => one.endsWith(">mine"))).toHaveLength(4)
  expect(decided.filter((one) => one.endsWith(">calm"))).toHaveLength(1)
  expect((await log()).filter(({ name }) => String(name).startsWith("mine"))).toEqual([])
})

it("avoids deadlocks between batches that list the same streams in opposite order", async () => {
  const ids = Array.from({ length: 300 }, () => uuidv7())
  const both = await Promise.all([
    run(rename(ids.map((id) => [id, "one"]))),
    run(rename(ids.toReversed().map((id) => [id, "two"])))
  ])
  expect(both.flat().every(Either.isRight)).toBe(true)
  const events = await log()
  expect(events).toHaveLength(600)
  expect(new Set(await names()).size).toBe(1)
})

it("writes nothing if a projection or the surrounding transaction fails", async () => {
  const [one, two] = [uuidv7(), uuidv7()]
  const exit = await runtime.runPromiseExit(
    rename([
      [one, "fine"],
      [two, "forbidden"]
    ])
  )
  expect(exit._tag).toBe("Failure")
  const outer = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(Effect.zipRight(rename([[one, "fine"]]), Effect.fail("no")))
  )
  expect(await run(Effect.flip(outer))).toBe("no")
  expect(await log()).toEqual([])
  expect(await names()).toEqual([])
})

it("finds the events of a batch through an index", async () => {
  await run(rename(Array.from({ length: 50 }, (_, n) => [uuidv7(), `n${n}`] as const)))
  const batchId = uuidv7()
  const id = uuidv7()
  await run(rename([[id, "mine"]], { batchId, undoes: [7] }))
  const text = "from events where meta ? 'batchId' and meta->>'batchId' = $1"
  expect((await pool.query(`select stream_id, meta ${text}`, [batchId])).rows).toEqual([
    { stream_id: id, meta: { batchId, undoes: [7] } }
  ])
  const client = await pool.connect()
  await client.query("set enable_seqscan = off")
  const plan = await client.query(`explain (format json) select 1 ${text}`, [batchId])
  client.release()
  expect(JSON.stringify(plan.rows)).toContain("events_batch")
})
