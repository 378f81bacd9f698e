import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { evaluate } from "@media/query/evaluate"
import { canonical } from "@media/query/canonical"
import { operatorsOf } from "@media/query/Operator"
import { printNode } from "@media/query/text/print"
import { group, type Node } from "@media/query/Tree"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import type { Principal } from "@media/wire/Security"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { kinds } from "../../generated/kinds.ts"
import { type ItemRecords, seedItemRecords } from "@media/testkit/seed/ItemRecords"
import { isSeenBy, likelyCondition, likelyTree, viewerOf } from "@media/testkit/seed/RandomRules"
import { itemReads } from "@media/testkit/seed/ItemReads"
import { itemsOfTarget } from "../../app/bulk/queries.ts"
import { asked } from "../items/asked.ts"
import { wordOf } from "../items/matching.ts"
import { compile } from "./compile.ts"
import { itemFieldTable } from "./itemFields.ts"

const clock = { now: Date.parse("2026-03-15T12:00:00Z"), zone: "Europe/Berlin" }
/** A clock that is stopped at `clock.now`. List queries read the time from the Effect clock. */
const fixedClock: Clock.Clock = Object.assign(Clock.make(), {
  currentTimeMillis: Effect.succeed(clock.now)
})
let server: TestServer
let accountId: string
let seeds: ItemRecords
const fields = itemFieldTable()

beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  accountId = String((await server.rows("select id from accounts"))[0]!["id"])
  seeds = await seedItemRecords(server, accountId, clock.now)
})
afterAll(() => server.stop())

const Row = Schema.Struct({ id: Schema.String, matches: Schema.Array(Schema.Boolean) })

/**
 * Evaluates many trees on all items, with the compiled SQL and with the evaluator, and compares the results. Uses one
 * statement for each kind of item.
 */
const expectEqual = async (trees: ReadonlyArray<Node>) => {
  for (const { kind } of kinds) {
    const rows = await server.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const words = (phrase: string) => wordOf(sql, kind, phrase)
        const options = { fields, kind, isOfItems: true, accountId, clock, words }
        const columns = trees.flatMap((tree) => {
          const { walked, where } = compile(sql, tree, options)
          return [sql`(${where}) is true`, sql`(${walked}) is true`]
        })
        return yield* rowsOf(Row)(sql`
          select v.id, array[${sql.csv(columns)}] as matches from items v where v.kind = ${sql.literal(`'${kind}'`)}`)
      })
    )
    for (const [n, tree] of trees.entries()) {
      const compiled = rows.filter(({ matches }) => matches[2 * n]).map(({ id }) => id)
      const walked = rows.filter(({ matches }) => matches[2 * n + 1]).map(({ id }) => id)
      expect(walked).toEqual(compiled)
      const evaluated = [...seeds.records].filter(
        ([, record]) => record.kind === kind && evaluate(tree, record, fields, clock)
      )
      const ids = new Set(evaluated.map(([id]) => id))
      if (compiled.length === ids.size && compiled.every((id) => ids.has(id))) continue
      expect([kind, printNode(tree, fields), compiled.sort()]).toEqual([
        kind,
        printNode(tree, fields),
        [...ids].sort()
      ])
    }
  }
}

const randomNode = likelyTree(fields.fields)

describe("the compiled SQL", () => {
  it.each(fields.fields.map((field) => [field.name, field] as const))(
    "finds the same items as the evaluator for conditions with every operator of %s",
    async (_, field) => {
      const conditions = fc.sample(likelyCondition(field), { numRuns: 100, seed: 1 })
      const operators = new Set(conditions.map((node) => (node.type === "condition" ? node.operator : "")))
      expect([...operators].sort()).toEqual([...operatorsOf(field.type)].sort())
      const trees = conditions.map((tree, n) => (n % 2 === 0 ? tree : group("not", [tree])))
      for (let n = 0; n < trees.length; n += 50) await expectEqual(trees.slice(n, n + 50))
    }
  )

  it.each(["video_facts", "image_facts", "book_facts", "audio_facts", "item_files"])(
    "finds the same items as the evaluator for random trees on the fields of %s",
    async (table) => {
      const own = fields.fields.filter(({ source }) => source.from === "facts" && source.table === table)
      expect(own.length).toBeGreaterThan(0)
      const trees = fc.sample(likelyTree(own), { numRuns: 100, seed: 4 })
      for (let n = 0; n < trees.length; n += 20) await expectEqual(trees.slice(n, n + 20))
    }
  )

  it("finds the same items as the evaluator for random trees of and, or and not", async () => {
    const trees = fc.sample(randomNode, { numRuns: 200, seed: 3 })
    for (let n = 0; n < trees.length; n += 20) await expectEqual(trees.slice(n, n + 20))
  })
})

it("never lists, counts or changes an item that is hidden from the viewer", async () => {
  const cases = fc.sample(fc.tuple(randomNode, viewerOf(seeds), fc.constantFrom(...kinds), fc.boolean()), {
    numRuns: 300,
    seed: 5
  })
  for (const [tree, rights, { kind }, isOwnOrder] of cases) {
    const principal: Principal = {
      ...rights,
      accountId,
      sessionId: accountId,
      username: "x",
      mayCreateLibraries: false
    }
    const q = printNode(canonical(tree), fields)
    const sort = isOwnOrder ? ("rating" as const) : ("title" as const)
    const params = { page: 1, perPage: 500, sort, order: "asc" as const, ...(q === "" ? {} : { q }) }
    const [page, selected] = await server.run(
      Effect.all([
        Effect.flatMap(asked(principal, kind, params), (filter) => itemReads[kind].list(principal, filter)),
        itemsOfTarget(principal, { filter: { kind, sort, ...(q === "" ? {} : { q }) } })
      ]).pipe(Effect.withClock(fixedClock), Effect.orDie)
    )
    const wanted = [...seeds.records]
      .filter(
        ([id, record]) =>
          record.kind === kind &&
          isSeenBy(seeds, rights, id) &&
          (!isOwnOrder || record.values["rating"] !== null) &&
          evaluate(tree, record, fields, { ...clock, zone: "UTC" })
      )
      .map(([id]) => id)
      .sort()
    const what = `${kind} ${q} ${JSON.stringify(rights)}`
    expect([what, page.items.map(({ id }) => id).sort(), page.total]).toEqual([what, wanted, wanted.length])
    expect([what, selected.items.map(({ id }) => id), selected.matched]).toEqual([
      what,
      wanted,
      wanted.length
    ])
  }
})
