import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { administrator } from "@media/testkit/Library"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startStore } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { updateItem } from "../items/commands.ts"
import { changeEntity, findOrCreate } from "../related/commands.ts"
import { relationDecider } from "./decider.ts"
import { removeUnused } from "./unused.ts"

let store: Awaited<ReturnType<typeof startStore>>
let libraryId: string
beforeAll(async () => {
  store = await startStore()
  libraryId = await makeLibrary(store)
})
afterAll(() => store.stop())

/** Creates an item and relates it to tags with these names, as if its file contained them. */
const fromFile = async (names: ReadonlyArray<string>) => {
  const itemId = await makeItem(store, { libraryId })
  const ids = await store.run(findOrCreate("tag", names, "file", { cause: "scan" }))
  const command = {
    _tag: "SetRelated",
    relation: "tag",
    refs: ids.map((to) => ({ to })),
    hidden: new Set<string>(),
    source: "file"
  } as const
  await store.run(
    Effect.flatMap(EventStore, (events) =>
      events.execute({ streamId: itemId, decider: relationDecider, command, meta: { cause: "scan" } })
    )
  )
  return { itemId, ids }
}
const tags = async () => {
  const rows = await store.rows("select name from related_entities order by sort_key")
  return rows.map(({ name }) => String(name))
}

it("removes a tag with its last item, unless a user created or edited the tag", async () => {
  const { ids, itemId } = await fromFile(["Found", "Edited", "Shared"])
  const other = await fromFile(["Shared"])
  await store.run(changeEntity("tag", ids[1]!, { fields: { description: "kept" } }, {}))
  await store.run(updateItem(administrator, itemId, { tags: ["Made"] }))
  expect(await tags()).toEqual(["Edited", "Made", "Shared"])
  await store.run(updateItem(administrator, itemId, { tags: [] }))
  await store.run(updateItem(administrator, other.itemId, { tags: [] }))
  expect(await tags()).toEqual(["Edited", "Made"])
})

it("removes unused tags of a deleted item in the periodic cleanup, except tags with children", async () => {
  const { ids, itemId } = await fromFile(["Parent", "Left"])
  const [child] = await store.run(findOrCreate("tag", ["Child"], "user", {}))
  await store.run(changeEntity("tag", child!, { parentIds: [ids[0]!] }, {}))
  await store.run(
    Effect.flatMap(EventStore, (events) =>
      events.append(
        [
          {
            streamId: uuidv7(),
            expectedVersion: 0,
            events: [
              { _tag: "library.items-forgotten.v1", libraryId, itemIds: [itemId] } as {
                readonly _tag: string
              }
            ]
          }
        ],
        {}
      )
    )
  )
  expect(await tags()).toContain("Left")
  expect(await store.run(removeUnused(undefined, {}))).toBe(1)
  expect(await tags()).toEqual(["Child", "Edited", "Made", "Parent"])
  expect(await store.rows("select n from related_counts where n <> 0")).toEqual([])
})
