import { rebuildAll } from "@media/event-store/Rebuild"
import { registry } from "@media/features/generated/slices"
import { seeded } from "@media/jobs/testing/Random"
import { differingFactCounts } from "@media/testkit/seed/FactCounts"
import { differingSums, differingTotals } from "@media/testkit/seed/RelatedSums"
import { startStore } from "@media/testkit/TestServer"
import type * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeHistory } from "./rebuild/History.ts"
import type { Store } from "./rebuild/World.ts"

let store: Store
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/**
 * Opens one scope for viewers who see all items, and one for viewers who see no NSFW items. From then on, triggers
 * maintain the sums of these scopes.
 */
const openScopes = () =>
  store.rows(
    "select open_related_scope('all ' || shows, null, shows) from (values (true), (false)) viewers (shows)"
  )
const expectNoDifference = (reports: Effect.Effect.Success<ReturnType<typeof rebuildAll>>) => {
  for (const { projection, tables } of reports)
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
}
const exactCounts = async () => {
  const counted =
    "select library_id, kind, role, is_nsfw, status, is_organized, count(*)::int as n from items group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6"
  const kept =
    "select library_id, kind, role, is_nsfw, status, is_organized, n::int as n from item_counts where n <> 0 order by 1, 2, 3, 4, 5, 6"
  expect(await store.rows(kept)).toEqual(await store.rows(counted))
  const related =
    "select r.entity_id, v.library_id, r.relation, v.kind, v.status, v.is_nsfw, count(*)::int as n from item_relations r join items v on v.id = r.item_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6"
  const keptRelated =
    "select entity_id, library_id, relation, kind, status, is_nsfw, n::int as n from related_counts where n <> 0 order by 1, 2, 3, 4, 5, 6"
  expect(await store.rows(keptRelated)).toEqual(await store.rows(related))
  expect(await differingFactCounts(store)).toEqual([])
  expect(await store.rows(differingSums)).toEqual([])
  expect(await store.rows(differingTotals)).toEqual([])
}

it.each([1, 2, 3])("rebuilds identical tables after a random history (seed %i)", async (seed) => {
  const history = makeHistory(store, seeded(seed))
  await history.begin()
  for (let n = 0; n < 200; n += 1) {
    if (n % 50 === 0) await openScopes()
    await history.step()
  }
  const reports = await store.run(rebuildAll({ replace: false }))
  expect(reports.map(({ projection }) => projection)).toEqual(registry.projections.map(({ name }) => name))
  expectNoDifference(reports)
  await exactCounts()
})

it("rebuilds identical tables even while commands run", async () => {
  const histories = [4, 5].map((seed) => makeHistory(store, seeded(seed)))
  await Promise.all(histories.map((history) => history.begin()))
  await openScopes()
  let running = true
  const working = histories.map(async (history) => {
    while (running) {
      await history.step()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  try {
    for (const replace of [false, true]) {
      await openScopes()
      expectNoDifference(await store.run(rebuildAll({ replace })))
      await openScopes()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  } finally {
    // Stops the commands even after a failure, because the next test would otherwise fail too.
    running = false
    await Promise.all(working)
  }
  expectNoDifference(await store.run(rebuildAll({ replace: false })))
  await exactCounts()
})

it("rebuilds identical tables from a long history with every kind of event", async () => {
  const missing = async () => {
    const rows = await store.rows("select distinct type from events")
    const held = new Set(rows.map(({ type }) => String(type)))
    return [...registry.tags].filter((tag) => !held.has(tag))
  }
  const history = makeHistory(store, seeded(6))
  await history.begin()
  for (let n = 0; n < 3_000 && (n % 100 > 0 || (await missing()).length > 0); n += 1) await history.step()
  expect(await missing()).toEqual([])
  expectNoDifference(await store.run(rebuildAll({ replace: false })))
})

it("repairs tables that were modified by hand", async () => {
  const dump = () =>
    Promise.all(
      registry.projections
        .flatMap(({ tables }) => tables)
        .map((table) =>
          store.rows(
            `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`
          )
        )
    )
  const before = await dump()
  await store.rows(
    "update items set title = 'tampered', status = 'missing' where id in (select id from items limit 10)"
  )
  await store.rows("delete from user_items")
  await store.rows("update accounts set role = 'administrator'")
  await store.rows("insert into libraries values (gen_random_uuid(), 'ghost', false, '{videos}', now())")
  expect(await dump()).not.toEqual(before)
  await store.run(rebuildAll({ replace: true }))
  expect(await dump()).toEqual(before)
  await exactCounts()
})
