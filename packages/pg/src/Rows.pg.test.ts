import * as SqlClient from "@effect/sql/SqlClient"
import { Uuid, uuidv7 } from "@media/kernel/Ids"
import { SqlType } from "@media/kernel/SqlType"
import { withTimestamps } from "@media/kernel/Timestamp"
import { createTestDatabase, type TestDatabase } from "@media/testkit/TemplateDatabase"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as PgLive from "./PgLive.ts"
import { recordset, rowsOf, select } from "./Rows.ts"

let database: TestDatabase
const open = () =>
  ManagedRuntime.make(
    PgLive.layer({ url: database.url, applicationName: "rows", maxConnections: 2, queryTimeoutMillis: 5_000 })
  )
let runtime: ReturnType<typeof open>
beforeAll(async () => {
  database = await createTestDatabase()
  runtime = open()
  await runtime.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.all([
        sql`create type shape as enum ('round', 'square')`,
        sql`create table things (
          id uuid primary key, name text not null, byte_size bigint not null, ratio float8, shape shape not null,
          is_new boolean not null, digest bytea, tag_ids uuid[] not null, words text[] not null, facts jsonb,
          updated_at timestamptz not null)`
      ])
    )
  )
})
afterAll(async () => {
  await runtime.dispose()
  await database.drop()
})

const Thing = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  byteSize: Schema.Int,
  ratio: Schema.NullOr(Schema.Number),
  shape: Schema.Literal("round", "square").annotations({ [SqlType]: "shape" }),
  isNew: Schema.Boolean,
  digest: Schema.NullOr(Schema.Uint8ArrayFromSelf),
  tagIds: Schema.Array(Uuid),
  words: Schema.Array(Schema.Literal("a", "b'; drop table things; --")),
  facts: Schema.NullOr(Schema.Struct({ deep: Schema.Array(Schema.Number) })),
  at: Schema.DateFromSelf
})
type Thing = typeof Thing.Type
const columns = { at: "updated_at" }

const insert = (things: ReadonlyArray<Thing>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const rows = recordset(Thing, things, { columns })
    return sql`
      insert into things (${rows.columns}) select ${rows.values} from ${rows.from} where ${true}
      on conflict (id) do update set ${rows.excluded}`
  })
const all = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsOf(Thing)(sql`select ${select(Thing, "t", { at: "t.updated_at" })} from things t order by t.id`)
)
const thing = (fields: Partial<Thing> = {}): Thing => ({
  id: uuidv7(),
  name: 'quote " and \\ and 🎬',
  byteSize: Number.MAX_SAFE_INTEGER,
  ratio: 1.1,
  shape: "square",
  isNew: true,
  digest: Buffer.from([0, 255, 92]),
  tagIds: [uuidv7(), uuidv7()],
  words: ["a", "b'; drop table things; --"],
  facts: { deep: [1, 2.5] },
  at: new Date(1_700_000_000_123),
  ...fields
})

it("reads back exactly the rows that a record set wrote", async () => {
  const full = thing()
  const empty = thing({ ratio: null, digest: null, tagIds: [], words: [], facts: null, byteSize: 0 })
  await runtime.runPromise(insert([full, empty]))
  const read = (await runtime.runPromise(all)).map(({ digest, ...rest }) => ({
    ...rest,
    digest: digest === null ? null : Buffer.from(digest)
  }))
  expect(read).toEqual([full, empty])
  // The second insert updates every column except the key.
  await runtime.runPromise(insert([{ ...full, name: "renamed", isNew: false }]))
  expect((await runtime.runPromise(all))[0]).toMatchObject({ id: full.id, name: "renamed", isNew: false })
  expect(withTimestamps({ at: full.at, none: null, name: "x" })).toEqual({
    at: "2023-11-14T22:13:20.123Z",
    none: null,
    name: "x"
  })
})

it("generates assignments for an update that also has other parameters", async () => {
  const one = thing({ name: "one" })
  await runtime.runPromise(insert([one]))
  const Renaming = Schema.Struct({ id: Uuid, name: Schema.String, isNew: Schema.optional(Schema.Boolean) })
  const updated = await runtime.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => {
      const rows = recordset(Renaming, [{ id: one.id, name: "two", isNew: false }], { alias: "r" })
      return sql`
        update things t set ${rows.assignments}, ratio = ${7} from ${rows.from}
        where t.id = r.id and t.name = ${"one"} returning ${select(Renaming, "t")}, t.ratio`
    })
  )
  expect(updated).toEqual([{ id: one.id, name: "two", isNew: false, ratio: 7 }])
})

it("accepts an empty list and ignores the tag of an event", async () => {
  const Renamed = Schema.TaggedStruct("thing.renamed.v1", { newName: Schema.String })
  const rows = recordset(Renamed, [], { key: [] })
  const found = await runtime.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select ${rows.values} from ${rows.from}`)
  )
  expect(found).toEqual([])
  const one = recordset(Renamed, [{ _tag: "thing.renamed.v1", newName: "n" }], { key: [] })
  expect(
    await runtime.runPromise(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select ${one.columns} from ${one.from}`)
    )
  ).toEqual([{ new_name: "n" }])
})

it("names the field whose type is ambiguous", () => {
  const Mixed = Schema.Struct({ id: Uuid, value: Schema.Union(Schema.String, Schema.Number) })
  expect(() => recordset(Mixed, [])).toThrow('field "value" has no clear column type')
  const Annotated = Schema.Struct({ value: Mixed.fields.value.annotations({ [SqlType]: "jsonb" }) })
  expect(() => recordset(Annotated, [{ value: 1 }])).not.toThrow()
})
