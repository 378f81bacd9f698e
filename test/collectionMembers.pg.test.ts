import { EventStore } from "@media/event-store/EventStore"
import { rebuildAll } from "@media/event-store/Rebuild"
import { applyEvents } from "@media/features/app/collections/catchUp"
import { everyone, rulesById } from "@media/features/app/collections/everyone"
import { viewing } from "@media/features/app/collections/members"
import { listChanges } from "@media/features/app/collections/changes"
import { mostChanges, weekOf } from "@media/features/app/collections/movements"
import { visibleItems } from "@media/features/platform/visibility/Visibility"
import type { Principal } from "@media/wire/Security"
import * as Either from "effect/Either"
import { isPersonalRule } from "@media/features/app/collections/personal"
import { refreshCollection } from "@media/features/app/collections/refresh"
import { itemFieldTable } from "@media/features/catalog/filters/itemFields"
import { matchesOf } from "@media/features/catalog/membership/members"
import { seeded } from "@media/jobs/testing/Random"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import { canonical } from "@media/query/canonical"
import { randomCondition } from "@media/query/testing/randomTree"
import { parseQuery } from "@media/query/text/parse"
import { condition, group, type Node } from "@media/query/Tree"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeHistory } from "./rebuild/History.ts"
import type { Store } from "./rebuild/World.ts"

let store: Store
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const seed = Number(process.env["COLLECTIONS_SEED"] ?? 1)
const accountId = uuidv7()

const insert = async (rules: Node | null) => {
  const id = uuidv7()
  await store.rows(
    `insert into collections (id, account_id, created_at, updated_at, is_shared, is_nsfw, name, rules, sort)
     values ($1, $2, now(), now(), true, false, $3, $4::text::jsonb, '[]')`,
    [id, accountId, `Rule ${id}`, rules === null ? null : JSON.stringify(rules)]
  )
  return id
}

/** Queries that match some of the items in the random histories. */
const texts = [
  ...[
    "title:movie",
    "9",
    "status:ready",
    "is:missing",
    "-is:nsfw",
    "is:organized",
    "size>2000000000",
    "no:tag"
  ],
  ...["tag:noir", "-tag:comedy", "tag=western", "studio:ghibli", "performer:*", "performer:{name:noir}"],
  ...["-performer:{is:nsfw}", "tag:{description:y}", "tagCount>1", "has:studio", "kind:(series, album)"],
  ...[
    "library:L1 OR library:L2 OR library:L3",
    "details:*",
    "edited:1d",
    "date:2000..",
    "type:episode season:1.."
  ]
]
const parsed = (text: string) => parseQuery(text, itemFieldTable()).query.where

/** Returns a rule for every field of every table, and rules about the metadata that the histories change most often. */
const rulesOfTest = (): ReadonlyArray<Node> => {
  const ofFields = itemFieldTable().fields.flatMap((field) =>
    fc.sample(randomCondition(field), { seed, numRuns: 1 })
  )
  return [...texts.map(parsed), ...ofFields.map((node) => group("not", [node]))].filter(
    (node) => !isPersonalRule(node, itemFieldTable())
  )
}

const Id = Schema.Struct({ id: Schema.String })

/** Returns the items that match a rule now, and the stored members of its collection. */
const compared = (id: string, hidesNsfw: boolean) =>
  Effect.gen(function* () {
    const [row] = yield* rulesById([id])
    const context = yield* viewing(everyone(row!.accountId, hidesNsfw), [], [row!.rules])
    const { sql } = context
    const now = yield* rowsOf(Id)(sql`select m.id from (${matchesOf(context, row!.rules)}) m order by m.id`)
    const kept = yield* rowsOf(Id)(sql`
      select item_id as id from collection_matches where collection_id = ${id} and hides_nsfw = ${hidesNsfw} order by item_id`)
    return { now: now.map((each) => each.id), kept: kept.map((each) => each.id) }
  })

/** Checks the maintained counts of the stored members, which must be exact even while the members are outdated. */
const expectExactCounts = async () => {
  const counted = `select m.collection_id, m.hides_nsfw, v.library_id, v.kind, v.role, v.is_nsfw, count(*)::int as n
    from collection_matches m join items v on v.id = m.item_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`
  const kept = `select collection_id, hides_nsfw, library_id, kind, role, is_nsfw, n::int as n
    from collection_counts where n <> 0 order by 1, 2, 3, 4, 5, 6`
  expect(await store.rows(kept)).toEqual(await store.rows(counted))
}

const expectCurrent = async () => {
  const rows = await store.rows(
    `select r.collection_id as id, r.has_variants as variants, c.rules::text as rules from collection_refreshes r
     join collections c on c.id = r.collection_id where r.is_stored and not r.is_stale`
  )
  for (const { id, rules, variants } of rows)
    for (const hidesNsfw of variants === true ? [false, true] : [false]) {
      const { kept, now } = await store.run(compared(String(id), hidesNsfw))
      expect({ rules, hidesNsfw, items: kept }).toEqual({ rules, hidesNsfw, items: now })
    }
  return rows.length
}

/** Returns members who may see no library, one library, or all libraries, each with and without NSFW content. */
const viewers = async (): Promise<ReadonlyArray<Principal>> => {
  const libraries = (await store.rows("select id from libraries order by id")).map(({ id }) => String(id))
  return [[], libraries.slice(0, 1), libraries].flatMap((libraryIds) =>
    [false, true].map((showNsfw): Principal => ({
      ...{
        accountId: uuidv7(),
        sessionId: uuidv7(),
        username: "x",
        role: "member",
        mayCreateLibraries: false
      },
      ...{ showNsfw, libraryIds }
    }))
  )
}

/** Checks that the history of a rule and the changes of the week contain only items that each viewer may see. */
const expectNoLeak = async (id: string) => {
  for (const principal of await viewers()) {
    const visible = (itemIds: ReadonlyArray<string>) =>
      Effect.map(visibleItems(principal, itemIds), (rows) => new Set(rows.map((row) => row.id)))
    const recorded = await store.rows(
      `select item_id as id, is_in from collection_changes c where collection_id = $1 and hides_nsfw = ($2 and
         (select has_variants from collection_refreshes r where r.collection_id = c.collection_id)) order by c.id desc`,
      [id, !principal.showNsfw]
    )
    const seen = await store.run(visible(recorded.map((row) => String(row["id"]))))
    const wanted = recorded.filter((row) => seen.has(String(row["id"])))
    const [row] = await store.run(rulesById([id]))
    const added = wanted.filter((one) => one["is_in"] === true).length
    expect(await store.run(weekOf(principal, row!))).toEqual({ added, removed: wanted.length - added })
    const told = await store.run(Effect.either(listChanges(principal, id)))
    if (Either.isRight(told))
      expect(told.right.map(({ itemId }) => itemId)).toEqual(
        wanted.slice(0, mostChanges).map((one) => String(one["id"]))
      )
  }
}

it("keeps the members of every rule-based collection equal to a full evaluation", async () => {
  const random = seeded(seed)
  const history = makeHistory(store, random)
  await history.begin()
  const picked = await insert(null)
  const ids: Array<string> = []
  for (const rules of rulesOfTest()) ids.push(await insert(canonical(rules)))
  ids.push(await insert(condition("inCollection", "in_collection", picked)))
  ids.push(await insert(condition("inCollection", "not_in_collection", ids[1]!)))
  await store.run(applyEvents())
  for (const id of ids) await store.run(refreshCollection(id))
  let version = 0
  const pick = async () => {
    const [item] = await store.rows("select id from items order by random() limit 1")
    const entry = { itemId: String(item!["id"]), membership: "item", ordinal: 1, note: null }
    const events = [{ _tag: "collection.entries-set.v1", accountId, entries: [entry] }]
    await store.run(
      Effect.flatMap(EventStore, (events_) =>
        events_.append([{ streamId: picked, expectedVersion: version, events }], {})
      )
    )
    version += 1
  }
  let applied = 0
  for (let n = 0; n < 144; n += 1) {
    await history.step()
    if (n % 12 !== 11) continue
    await pick()
    await expectExactCounts()
    await store.run(applyEvents())
    await expectExactCounts()
    applied += await expectCurrent()
    const stale = await store.rows("select collection_id as id from collection_refreshes where is_stale")
    for (const { id } of stale) await store.run(refreshCollection(String(id)))
  }
  // Checks only every sixth rule, because each check takes eighteen queries.
  for (const [n, id] of ids.entries()) if (n % 6 === 0) await expectNoLeak(id)
  await store.run(rebuildAll({ replace: true }))
  await expectExactCounts()
  // After most events, most collections were updated without evaluating their whole rule.
  expect(applied).toBeGreaterThan(ids.length * 4)
})
