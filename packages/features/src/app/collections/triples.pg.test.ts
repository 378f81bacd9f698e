import { rowsOf } from "@media/pg/Rows"
import { canonical } from "@media/query/canonical"
import { evaluate, type QueryRecord } from "@media/query/evaluate"
import { printNode } from "@media/query/text/print"
import { type ItemRecords, seedItemRecords } from "@media/testkit/seed/ItemRecords"
import { isSeenBy, likelyTree, viewerOf } from "@media/testkit/seed/RandomRules"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import type { Principal } from "@media/wire/Security"
import { uuidv7 } from "@media/kernel/Ids"
import type { Node } from "@media/query/Tree"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import { membersOf } from "../../catalog/membership/members.ts"
import { kinds } from "../../generated/kinds.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { applyEvents } from "./catchUp.ts"
import { rulesById } from "./everyone.ts"
import { countSome } from "./countSome.ts"
import { knownCounts } from "./counts.ts"
import { holding } from "./holding.ts"
import { countMembers, viewing } from "./members.ts"
import { refreshCollection } from "./refresh.ts"
import { explainItems } from "./why.ts"

const now = Date.parse("2026-03-15T12:00:00Z")
const clock = { now, zone: "UTC" }
const fixedClock: Clock.Clock = Object.assign(Clock.make(), { currentTimeMillis: Effect.succeed(now) })
const fields = itemFieldTable()

let server: TestServer
let seeds: ItemRecords
let accountId: string
beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  accountId = String((await server.rows("select id from accounts"))[0]!["id"])
  seeds = await seedItemRecords(server, accountId, now)
})
afterAll(() => server.stop())

/** The values for a viewer without plays or ratings. */
const strangers = { isFavorite: false, isWatched: false, isInProgress: false, rating: null, playCount: 0 }
const recordFor = (record: QueryRecord, isOwn: boolean): QueryRecord =>
  isOwn
    ? record
    : { ...record, values: { ...record.values, ...strangers, lastPlayedAt: null, performerFavorite: false } }

const Id = Schema.Struct({ id: Schema.String })

/** Returns the members that a viewer gets, and the items that the explanation describes as members. */
const readBy = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const [row] = yield* rulesById([id])
    const context = yield* viewing(principal, [row!])
    const evaluated = yield* viewing(principal, [], [row!.rules])
    const read = (given: typeof context) =>
      Effect.map(rowsOf(Id)(given.sql`select m.id from (${membersOf(given, row!).rows}) m`), (rows) =>
        rows.map((each) => each.id).sort()
      )
    const explained = yield* Effect.forEach(kinds, ({ kind }) => {
      const ids = [...seeds.records].filter(([, record]) => record.kind === kind).map(([each]) => each)
      return explainItems(evaluated, canonical(row!.rules), [], { kind: kind as ItemKind, ids })
    })
    return {
      isStored: context.fresh?.rules.has(id) === true,
      members: yield* read(context),
      evaluated: yield* read(evaluated),
      explained: explained
        .flatMap((trees) => [...trees])
        .filter(([, why]) => why.isTrue)
        .map(([each]) => each)
    }
  })

it("gives the same results as a naive implementation for 10,000 triples of rule, item and viewer", async () => {
  const cases = fc.sample(fc.tuple(likelyTree(fields.fields), viewerOf(seeds), fc.boolean()), {
    numRuns: 100,
    seed: 11
  })
  const ids: Array<string> = []
  for (const [tree] of cases) {
    const id = uuidv7()
    await server.rows(
      `insert into collections (id, account_id, created_at, updated_at, is_shared, is_nsfw, name, rules, sort)
       values ($1, $2, now(), now(), true, false, $1::uuid::text, $3::text::jsonb, '[]')`,
      [id, accountId, JSON.stringify(canonical(tree))]
    )
    ids.push(id)
  }
  await server.run(applyEvents())
  for (const id of ids) await server.run(refreshCollection(id).pipe(Effect.withClock(fixedClock)))
  const stranger = uuidv7()
  let [triples, stored, members] = [0, 0, 0]
  for (const [n, [tree, rights, isOwn]] of cases.entries()) {
    const principal: Principal = {
      ...rights,
      ...{ accountId: isOwn ? accountId : stranger, sessionId: stranger, username: "x" },
      mayCreateLibraries: false
    }
    const found = await server.run(
      readBy(principal, ids[n]!).pipe(Effect.withClock(fixedClock), Effect.orDie)
    )
    const all = [...seeds.records]
    const isSeen = (id: string) => isSeenBy(seeds, principal, id)
    const wanted = all
      .filter(
        ([id, record]) => isSeen(id) && evaluate(canonical(tree), recordFor(record, isOwn), fields, clock)
      )
      .map(([id]) => id)
      .sort()
    const what = `${printNode(tree, fields)} ${JSON.stringify(rights)}`
    expect([what, found.members]).toEqual([what, wanted])
    expect([what, found.evaluated]).toEqual([what, wanted])
    // Viewers may request explanations only for items that they see.
    expect([what, found.explained.filter(isSeen).toSorted()]).toEqual([what, wanted])
    triples += all.length
    members += wanted.length
    if (found.isStored) stored += 1
  }
  expect(triples).toBeGreaterThanOrEqual(10_000)
  expect(members).toBeGreaterThan(500)
  expect(stored).toBeGreaterThan(20)
})

/** Returns a preview that counts at most two items of each kind, and a full count. */
const previewed = (principal: Principal, rules: Node) =>
  Effect.gen(function* () {
    const rule = { rules: canonical(rules), sort: [], limit: null }
    const context = yield* viewing(principal, [], [rules])
    const some = yield* countSome(context, rule, 12, 2)
    const all = yield* countMembers(context, rule, 10_000, undefined)
    return { some, all }
  })

it("previews broad rules with a bounded count and the first items", async () => {
  const cases = fc.sample(fc.tuple(likelyTree(fields.fields), viewerOf(seeds)), { numRuns: 60, seed: 13 })
  let broad = 0
  for (const [tree, viewer] of cases) {
    const principal = { ...viewer, accountId, sessionId: accountId, username: "x", mayCreateLibraries: false }
    const { all, some } = await server.run(
      previewed(principal, tree).pipe(Effect.withClock(fixedClock), Effect.orDie)
    )
    const what = printNode(tree, fields)
    if (!some.isMore) expect([what, some.total, some.counts]).toEqual([what, all.total, all.counts])
    else expect(some.total).toBeLessThanOrEqual(all.total)
    expect([what, some.ids.length]).toEqual([what, Math.min(12, all.total)])
    expect([what, some.ids.filter((id) => !all.ids.includes(id))]).toEqual([what, []])
    if (Object.values(all.counts).some((n) => n > 2)) broad += 1
  }
  expect(broad).toBeGreaterThan(10)
})

/** Returns the member counts that a viewer gets, and the counts from a full evaluation of the rule. */
const countedBy = (principal: Principal, id: string) =>
  Effect.gen(function* () {
    const [row] = yield* rulesById([id])
    const context = yield* viewing(principal, [row!])
    const known = (yield* knownCounts(context, [row!])).get(id)
    const counted = yield* countMembers(context, row!, 12, known)
    const naive = yield* countMembers(yield* viewing(principal, [], [row!.rules]), row!, 12, undefined)
    const members = new Set(
      (yield* rowsOf(Id)(context.sql`select m.id from (${membersOf(context, row!).rows}) m`)).map(
        (one) => one.id
      )
    )
    // Check that `holding` agrees with the members, because it uses a different query.
    for (const itemId of [...seeds.records.keys()].slice(0, 8))
      expect([itemId, (yield* holding(context, [row!], itemId)).length]).toEqual([
        itemId,
        members.has(itemId) ? 1 : 0
      ])
    return { isKnown: known !== undefined, counted, naive }
  })

it("keeps stored member counts equal to a full count for every viewer", async () => {
  const ids = [...seeds.records.keys()]
  const memberships = fc.record({
    entries: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom("pinned", "banned")), {
      maxLength: 12,
      selector: ([id]) => id
    }),
    limit: fc.option(
      fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit: fc.constantFrom("items", "percent") })
    ),
    viewer: viewerOf(seeds)
  })
  const rows = await server.rows(
    "select collection_id as id from collection_refreshes where is_stored order by 1"
  )
  const cases = fc.sample(memberships, { numRuns: rows.length, seed: 12 })
  let known = 0
  for (const [n, { entries, limit, viewer }] of cases.entries()) {
    const id = String(rows[n]!["id"])
    for (const [ordinal, [itemId, membership]] of entries.entries())
      await server.rows(
        "insert into collection_entries (collection_id, item_id, membership, ordinal, added_at) values ($1, $2, $3, $4, now())",
        [id, itemId, membership, ordinal]
      )
    await server.rows("update collections set item_limit = $2::text::jsonb where id = $1", [
      id,
      limit === null ? null : JSON.stringify(limit)
    ])
    const principal = { ...viewer, accountId, sessionId: accountId, username: "x", mayCreateLibraries: false }
    const found = await server.run(countedBy(principal, id).pipe(Effect.withClock(fixedClock), Effect.orDie))
    expect([id, found.counted]).toEqual([id, found.naive])
    if (found.isKnown) known += 1
  }
  expect(known).toBeGreaterThan(15)
})
