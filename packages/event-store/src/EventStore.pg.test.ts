import * as SqlClient from "@effect/sql/SqlClient"
import { enqueueItem } from "@media/jobs/Enqueue"
import { queue } from "@media/jobs/QueueDef"
import { uuidv7 } from "@media/kernel/Ids"
import * as PgLive from "@media/pg/PgLive"
import { PgPool } from "@media/pg/PgPool"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import { withClient } from "@media/testkit/TemplateSchema"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import type { Pool } from "pg"
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest"
import type { Decider } from "./Decider.ts"
import { VersionConflict } from "./errors.ts"
import { event } from "./Event.ts"
import { feedStart, readFeed, skipFeed, type FeedCursor } from "./EventFeed.ts"
import { EventRegistry, makeRegistry } from "./EventRegistry.ts"
import { EventStore } from "./EventStore.ts"
import { policy } from "./Policy.ts"
import { projection } from "./Projection.ts"
import { quarantinedCount } from "./Quarantine.ts"
import { rebuild } from "./Rebuild.ts"
import { WakeFeed } from "./WakeFeed.ts"

const Added = event("count.added.v2", { amount: Schema.Number, unit: Schema.String })
type Added = typeof Added.Type

const countProjection = projection<Added>({
  name: "counts",
  tables: ["counts"],
  handlers: {
    "count.added.v2": (events) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const { event, streamId } of events) {
          yield* sql`insert into counts (id, total, n) values (${streamId}, ${event.amount}, 1)
            on conflict (id) do update set total = counts.total + excluded.total, n = counts.n + 1`
        }
      })
  }
})
const probe = queue({
  name: "media-probe",
  label: "Media probe",
  payload: Schema.Struct({ n: Schema.Number })
})
const countPolicy = policy<Added>({
  "count.added.v2": ({ event, streamId }) =>
    event.amount < 100
      ? []
      : [
          enqueueItem(probe, {
            payload: { n: event.amount },
            target: { type: "count", id: streamId, label: "Count" },
            triggeredBy: "test"
          })
        ]
})
const registry = makeRegistry([
  {
    name: "counts",
    events: [Added],
    projections: [countProjection],
    policies: [countPolicy],
    upcasts: [
      {
        from: "count.added.v1",
        to: "count.added.v2",
        migrate: (data) => ({ ...(data as { amount: number }), unit: "piece" })
      }
    ]
  }
])

/**
 * Returns a decider that adds amounts up to a total of `limit`. Each decision therefore depends on all earlier events.
 */
const upTo = (limit: number): Decider<{ readonly amount: number }, number, Added, "full"> => ({
  initial: 0,
  decide: ({ amount }, total) =>
    total + amount > limit
      ? Either.left("full")
      : Either.right([{ _tag: "count.added.v2", amount, unit: "piece" }]),
  evolve: (total, { amount }) => total + amount
})

const layer = (url: string) =>
  EventStore.layer.pipe(
    Layer.provideMerge(WakeFeed.layer),
    Layer.provideMerge(Layer.succeed(EventRegistry, registry)),
    Layer.provideMerge(
      PgLive.layer({ url, applicationName: "test", maxConnections: 12, queryTimeoutMillis: 10_000 })
    ),
    Layer.provideMerge(Logger.minimumLogLevel(LogLevel.None))
  )

let database: TestDatabase
let runtime: ManagedRuntime.ManagedRuntime<Layer.Layer.Success<ReturnType<typeof layer>>, unknown>
let pool: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  runtime = ManagedRuntime.make(layer(database.url))
  pool = await runtime.runPromise(PgPool)
  await pool.query(
    "create table counts (id uuid primary key, total int not null check (total < 1000), n int not null)"
  )
})
afterAll(async () => {
  await runtime.dispose()
  await database.drop()
})
beforeEach(() => pool.query("truncate events, jobs, counts, event_quarantine"))

const rows = async (text: string) => (await pool.query<Record<string, number>>(text)).rows
const add = (streamId: string, expectedVersion: number, ...amounts: ReadonlyArray<number>) =>
  Effect.flatMap(EventStore, (store) =>
    store.append(
      [
        {
          streamId,
          expectedVersion,
          events: amounts.map((amount) => ({ _tag: "count.added.v2", amount, unit: "piece" }))
        }
      ],
      { actor: "me" }
    )
  )

describe("append", () => {
  it("writes events, projections and jobs together or not at all", async () => {
    const id = uuidv7()
    const recorded = await runtime.runPromise(add(id, 0, 1, 200))
    expect(recorded.map(({ meta, version }) => [version, meta])).toEqual([
      [1, { actor: "me" }],
      [2, { actor: "me" }]
    ])
    const all = async () => [
      await rows("select count(*)::int as n from events where type like 'count%'"),
      await rows("select total, n from counts"),
      await rows("select count(*)::int as n from jobs")
    ]
    const before = await all()
    expect(before).toEqual([[{ n: 2 }], [{ total: 201, n: 2 }], [{ n: 1 }]])
    // A constraint of the projection's table rejects the sum of the second event, after the events and other rows were
    // written.
    const failed = await runtime.runPromiseExit(add(id, 2, 150, 900))
    expect(failed._tag).toBe("Failure")
    expect(await all()).toEqual(before)
  })

  it("appends within the surrounding transaction", async () => {
    const outer = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql.withTransaction(Effect.zipRight(add(uuidv7(), 0, 500), Effect.fail("no")))
    })
    expect(await runtime.runPromise(Effect.flip(outer))).toBe("no")
    expect(await rows("select 1 from events")).toEqual([])
    expect(await rows("select 1 from jobs")).toEqual([])
  })

  it("appends nothing to any stream if one of the expected versions is already taken", async () => {
    const [one, two] = [uuidv7(), uuidv7()]
    await runtime.runPromise(add(one, 0, 1))
    const both = Effect.flatMap(EventStore, (store) =>
      store.append(
        [two, one].map((streamId) => ({
          streamId,
          expectedVersion: 0,
          events: [{ _tag: "count.added.v2", amount: 1, unit: "piece" }]
        })),
        {}
      )
    )
    expect(await runtime.runPromise(Effect.flip(both))).toBeInstanceOf(VersionConflict)
    expect(await rows("select id from counts")).toHaveLength(1)
    expect(await runtime.runPromise(Effect.flatMap(EventStore, (store) => store.append([], {})))).toEqual([])
  })
})

describe("execute", () => {
  it("repeats the decision if another writer has appended first", async () => {
    const id = uuidv7()
    const command = Effect.flatMap(EventStore, (store) =>
      store.execute({ streamId: id, decider: upTo(20), command: { amount: 3 }, meta: {} })
    )
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => runtime.runPromise(Effect.either(command)))
    )
    expect(outcomes.filter(Either.isRight)).toHaveLength(4)
    expect(await rows("select total, n from counts")).toEqual([{ total: 12, n: 4 }])
    const crowd = await Promise.all(
      Array.from({ length: 12 }, () => runtime.runPromise(Effect.either(command)))
    )
    const failures = crowd.filter(Either.isLeft).map(({ left }) => left)
    for (const failure of failures)
      expect(failure === "full" || failure instanceof VersionConflict).toBe(true)
    const [row] = await rows("select total, n from counts")
    expect(row!["total"]).toBeLessThanOrEqual(20)
    expect(row!["n"]).toBe(4 + crowd.filter(Either.isRight).length)
  })
})

describe("readFeed", () => {
  const follow = (isDone: (count: number) => boolean, seen: Array<number>) =>
    Effect.gen(function* () {
      let cursor: FeedCursor = feedStart
      for (;;) {
        const batch = yield* readFeed(cursor, 7)
        cursor = batch.cursor
        seen.push(...batch.events.map(({ position }) => position))
        if (isDone(seen.length)) return
        if (!batch.isFull) yield* Effect.sleep("2 millis")
      }
    })

  it("returns each event exactly once, even with concurrent writers", async () => {
    let running = true
    let byPosition = 0
    const seenByPosition: Array<number> = []
    const writer = async (seed: number) => {
      for (let n = 0; n < 12; n += 1) {
        const client = await pool.connect()
        try {
          await client.query("begin")
          const id = uuidv7()
          for (let v = 1; v <= 1 + ((seed + n) % 3); v += 1)
            await client.query(
              "insert into events (stream_id, version, type, data) values ($1, $2, 'count.added.v2', $3)",
              [id, v, { amount: 1, unit: "piece" }]
            )
          await client.query("select pg_sleep($1)", [((seed * 7 + n * 3) % 10) / 1_000])
          await client.query(n % 5 === 4 ? "rollback" : "commit")
        } finally {
          client.release()
        }
      }
    }
    const naive = async () => {
      for (let isMore = true; running || isMore;) {
        const found = await rows(
          `select position from events where position > ${byPosition} order by position limit 7`
        )
        seenByPosition.push(...found.map(({ position }) => position!))
        byPosition = found.at(-1)?.["position"] ?? byPosition
        isMore = found.length > 0
      }
    }
    const readers = [[], [], []] as Array<Array<number>>
    // The readers continue until they have seen all events. An empty batch does not mean the end, because it may be
    // caused by an open transaction.
    let total = Number.POSITIVE_INFINITY
    const reading = readers.map((seen) => runtime.runPromise(follow((count) => count >= total, seen)))
    const straying = naive()
    await Promise.all(Array.from({ length: 8 }, (_, seed) => writer(seed)))
    running = false
    await straying
    const all = (await rows("select position from events order by xid, position")).map(
      ({ position }) => position
    )
    total = all.length
    await Promise.all(reading)
    for (const seen of readers) expect(seen).toEqual(all)
    expect(seenByPosition.length).toBeLessThan(all.length)
  })

  it("does not return events that follow an open transaction until the transaction ends", async () => {
    const client = await pool.connect()
    await client.query("begin")
    await client.query(
      "insert into events (stream_id, version, type, data) values (gen_random_uuid(), 1, 'count.added.v2', $1)",
      [{ amount: 1, unit: "piece" }]
    )
    await runtime.runPromise(add(uuidv7(), 0, 2))
    const amounts = () =>
      runtime.runPromise(
        Effect.map(readFeed(feedStart, 10), ({ events }) =>
          events.map(({ event }) => (event as Added).amount)
        )
      )
    expect(await amounts()).toEqual([])
    expect(await runtime.runPromise(skipFeed(feedStart))).toEqual(feedStart)
    await client.query("commit")
    client.release()
    await expect.poll(amounts).toEqual([1, 2])
    const { cursor } = await runtime.runPromise(readFeed(feedStart, 10))
    expect(await runtime.runPromise(skipFeed(feedStart))).toEqual(cursor)
    expect(await runtime.runPromise(skipFeed(cursor))).toBe(cursor)
  })

  it("does not wait for transactions of other databases", async () => {
    await withClient(inject("databaseUrl"), async (elsewhere) => {
      await elsewhere.query("begin")
      await elsewhere.query("select pg_current_xact_id()")
      await runtime.runPromise(add(uuidv7(), 0, 2))
      const { events } = await runtime.runPromise(readFeed(feedStart, 10))
      expect(events).toHaveLength(1)
      await elsewhere.query("rollback")
    })
  })

  it("quarantines each unreadable event once and returns all other events", async () => {
    const write = (type: string, data: unknown) =>
      pool.query(
        "insert into events (stream_id, version, type, data) values (gen_random_uuid(), 1, $1, $2)",
        [type, JSON.stringify(data)]
      )
    await write("count.added.v1", { amount: 4 })
    await write("count.added.v2", { amount: "many" })
    await write("count.imagined.v9", {})
    await write("count.added.v2", null)
    await write("jobs.queued.v1", { items: [] })
    await write("count.added.v2", { amount: 5, unit: "kg" })
    const read = () => runtime.runPromise(readFeed(feedStart, 100))
    await expect.poll(async () => (await read()).events.length).toBe(2)
    for (const batch of [await read(), await read()]) {
      expect(batch.events.map(({ event }) => event)).toEqual([
        { _tag: "count.added.v2", amount: 4, unit: "piece" },
        { _tag: "count.added.v2", amount: 5, unit: "kg" }
      ])
      expect(batch.raw.map(({ type }) => type)).toEqual(["jobs.queued.v1"])
    }
    expect(await runtime.runPromise(quarantinedCount)).toBe(3)
    const reasons = await pool.query<{ reason: string }>(
      "select reason from event_quarantine order by position"
    )
    expect(reasons.rows.map(({ reason }) => reason).join()).toMatch(
      /Expected number[\s\S]*no schema is registered/
    )
  })
})

describe("a rebuild", () => {
  const report = (options: { readonly replace: boolean }) =>
    runtime.runPromise(rebuild(countProjection, options))

  it("finds and repairs rows that differ from the events", async () => {
    const id = uuidv7()
    await runtime.runPromise(add(id, 0, 1, 2, 3))
    await pool.query("update counts set total = 99")
    await pool.query("insert into counts values (gen_random_uuid(), 1, 1)")
    const tampered = {
      projection: "counts",
      events: 3,
      tables: [{ table: "counts", onlyLive: 2, onlyRebuilt: 1 }]
    }
    expect(await report({ replace: false })).toEqual(tampered)
    expect(await rows("select total from counts")).toHaveLength(2)
    expect(await report({ replace: true })).toEqual(tampered)
    expect(await rows("select total, n from counts")).toEqual([{ total: 6, n: 3 }])
    expect((await report({ replace: false })).tables).toEqual([
      { table: "counts", onlyLive: 0, onlyRebuilt: 0 }
    ])
    expect(await rows("select 1 from pg_tables where schemaname = 'rebuild'")).toEqual([])
  })

  it("rebuilds the same rows as the live table while writers append events", async () => {
    let running = true
    const write = async () => {
      for (let n = 0; running; n += 1) await runtime.runPromise(add(uuidv7(), 0, 1, n % 50))
    }
    const writing = [write(), write(), write()]
    for (const replace of [false, true, false, true]) {
      const { tables } = await report({ replace })
      expect(tables).toEqual([{ table: "counts", onlyLive: 0, onlyRebuilt: 0 }])
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    running = false
    await Promise.all(writing)
    const [sum] = await rows(
      "select sum(n)::int as n, (select count(*)::int from events) as events from counts"
    )
    expect(sum!["n"]).toBe(sum!["events"])
    expect(sum!["n"]).toBeGreaterThan(20)
  })
})
