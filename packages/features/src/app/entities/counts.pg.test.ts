import type * as SqlClient from "@effect/sql/SqlClient"
import { updateItem } from "../../catalog/items/commands.ts"
import { changeEntity } from "../../catalog/related/commands.ts"
import { seeded } from "@media/jobs/testing/Random"
import { administrator } from "@media/testkit/Library"
import { type NaiveEntities, naiveView } from "@media/testkit/seed/NaiveEntities"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { differingSums, differingTotals } from "@media/testkit/seed/RelatedSums"
import { startStore } from "@media/testkit/TestServer"
import { EventStore } from "@media/event-store/EventStore"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { EntityKind } from "../../EntityKind.ts"
import { removeOne } from "./commands.ts"
import { getEntity } from "./detail.ts"
import { listItemsOf } from "./items.ts"
import { mergeEntities } from "./merge.ts"
import { findSummary, listEntities } from "./queries.ts"

type Store = Awaited<ReturnType<typeof startStore>>
let store: Store
beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const kinds = ["performer", "studio", "tag"] as const
const words = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal"]

const rowsOf = async <A>(text: string) => (await store.rows(text)) as unknown as ReadonlyArray<A>
const read = async (): Promise<NaiveEntities> => ({
  items: await rowsOf(
    `select id, kind::text, library_id as library, is_nsfw as "isNsfw", status::text from items`
  ),
  relations: await rowsOf("select item_id as item, entity_id as entity from item_relations"),
  parents: await rowsOf("select entity_id as child, parent_id as parent from related_parents"),
  entities: await rowsOf(
    `select id, kind::text, is_nsfw as "isNsfw", name from related_entities order by id`
  ),
  nsfwLibraries: new Set(
    (await rowsOf<{ id: string }>("select id from libraries where is_nsfw")).map(({ id }) => id)
  )
})

it.each([1, 2, 3])(
  "counts the same items as a naive implementation for every viewer (seed %i)",
  async (seed) => {
    const random = seeded(seed)
    const flip = () => random.below(2) === 0
    const libraries: Array<string> = []
    for (let n = 0; n < 4; n += 1) libraries.push(await makeLibrary(store, { isNsfw: n === 3 }))
    const items: Array<string> = []
    for (let n = 0; n < 24; n += 1) {
      const kind = random.oneOf(["video", "image", "book"] as const)
      items.push(
        await makeItem(store, { kind, libraryId: random.oneOf(libraries), isMissing: random.below(5) === 0 })
      )
    }
    const name = () => `${random.oneOf(words)} ${seed}`
    const tried = <A, E>(effect: Effect.Effect<A, E, EventStore | SqlClient.SqlClient>) =>
      store.run(Effect.either(effect))
    const pick = async (kind: EntityKind) => {
      const rows = await rowsOf<{ id: string }>(
        `select id from related_entities where kind = '${kind}' order by name, id`
      )
      return rows.map(({ id }) => id)
    }
    const later = (streamId: string, event: { readonly _tag: string; readonly reason?: string }) =>
      Effect.gen(function* () {
        const events = yield* EventStore
        const version = (yield* events.read(streamId)).length
        yield* events.append([{ streamId, expectedVersion: version, events: [event] }], { cause: "test" })
      })
    const viewers: ReadonlyArray<Principal> = [true, false].flatMap((showNsfw) => [
      { ...administrator, showNsfw },
      ...[libraries.slice(0, 1), libraries.slice(1, 3), libraries, []].map((libraryIds) => ({
        ...administrator,
        role: "member" as const,
        showNsfw,
        libraryIds
      }))
    ])
    let checked = 0
    const openScopes = async () => {
      for (const viewer of viewers)
        await store.run(listEntities(viewer, "tag", { page: 1, perPage: 1, sort: "name" }))
    }
    for (let n = 0; n < 120; n += 1) {
      // Open scopes regularly, because triggers maintain only the sums of open scopes.
      if (n % 8 === 0) {
        expect(await store.rows(differingSums)).toEqual([])
        expect(await store.rows(differingTotals)).toEqual([])
        checked += (await store.rows("select from related_scopes where ended_at is null")).length
        await openScopes()
      }
      const item = random.oneOf(items)
      const kind = random.oneOf(kinds)
      const known = await pick(kind)
      const steps: ReadonlyArray<() => Promise<unknown>> = [
        () =>
          tried(
            updateItem(administrator, item, {
              performers: [name(), name()].slice(random.below(3)),
              tags: [name(), name(), name()].slice(random.below(3)),
              studio: flip() ? name() : null
            })
          ),
        () => tried(updateItem(administrator, item, { isNsfw: flip() })),
        () =>
          tried(
            later(
              item,
              flip() ? { _tag: "item.file-found.v1" } : { _tag: "item.file-missing.v1", reason: "gone" }
            )
          ),
        () =>
          known.length < 2
            ? Promise.resolve()
            : tried(changeEntity(kind, random.oneOf(known), { parentIds: [random.oneOf(known)] }, {})),
        () =>
          known.length === 0
            ? Promise.resolve()
            : tried(
                changeEntity(kind, random.oneOf(known), { fields: { isNsfw: random.below(3) === 0 } }, {})
              ),
        () =>
          random.below(4) > 0
            ? Promise.resolve()
            : store.rows(
                `update libraries set is_nsfw = ${flip()}, name = name || '+' where id = '${random.oneOf(libraries)}'`
              ),
        () =>
          known.length < 4 || random.below(4) > 0
            ? Promise.resolve()
            : tried(
                flip()
                  ? mergeEntities(administrator, kind, known[0]!, { from: [random.oneOf(known.slice(1))] })
                  : removeOne(administrator, kind, random.oneOf(known))
              )
      ]
      await random.oneOf(steps)()
    }

    expect(checked).toBeGreaterThan(0)
    expect(await store.rows(differingSums)).toEqual([])
    await store.rows("select compact_related_totals()")
    expect(await store.rows(differingTotals)).toEqual([])
    const all = await read()
    for (const viewer of viewers) {
      const wanted = naiveView(all, viewer)
      for (const kind of kinds) {
        const visible = wanted.filter((one) => one.kind === kind && one.isVisible)
        for (const sort of ["name", "count", "lastUsed", "rating", "random"] as const) {
          const page = await store.run(listEntities(viewer, kind, { page: 1, perPage: 500, sort }))
          expect([sort, page.total, page.items.map(({ id }) => id).sort()]).toEqual([
            sort,
            visible.length,
            visible.map(({ id }) => id).sort()
          ])
          for (const row of page.items)
            expect(row.count).toBe(visible.find(({ id }) => id === row.id)!.own.length)
        }
      }
      for (const one of wanted) {
        const found = await store.run(Effect.either(getEntity(viewer, one.kind, one.id)))
        expect([one.name, found._tag]).toEqual([one.name, one.isVisible ? "Right" : "Left"])
        if (found._tag === "Left") continue
        const { counts, countsWithChildren } = found.right
        expect([counts, countsWithChildren]).toEqual([one.counts, one.countsWithChildren])
        const params = {
          page: 1,
          perPage: 500,
          sort: "title",
          order: "asc",
          withChildren: false,
          kind: undefined
        } as const
        const page = await store.run(listItemsOf(viewer, one, params))
        expect(page.items.map(({ id }) => id).sort()).toEqual([...one.own].sort())
        const row = await store.run(findSummary(viewer, one.kind, one.id))
        expect(row.count).toBe(one.own.length)
      }
    }
  }
)
