import { PiniaColada, useQueryCache } from "@pinia/colada"
import { flushPromises, mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { afterEach, expect, it, vi } from "vitest"
import { ApiError } from "@/api"
import { undoLast } from "@/features/history/lastUndo"
import { toasts } from "@/ui/toasts"
import type { ItemDetail, OwnRoutes } from "../definition"
import { itemKey, listKey } from "../keys"
import { itemFixture, makeDefinition, makeOwnRoutes } from "../testing"
import { useItemState } from "./useItemState"

const start = (over: Partial<OwnRoutes> = {}, userState = itemFixture.userState) => {
  const definition = makeDefinition([itemFixture], { own: makeOwnRoutes(over) })
  const made: { state?: ReturnType<typeof useItemState>; cache?: ReturnType<typeof useQueryCache> } = {}
  const wrapper = mount(
    {
      setup: () => {
        made.state = useItemState(definition)
        made.cache = useQueryCache()
        return () => null
      }
    },
    { global: { plugins: [createPinia(), PiniaColada] } }
  )
  const cache = made.cache!
  cache.setQueryData(itemKey(definition.kind, "i1"), { ...itemFixture, userState })
  const page = [...listKey(definition.kind), { sort: "title" }, 1]
  cache.setQueryData(page, { items: [{ ...itemFixture, id: "i0" }, itemFixture], total: 2 })
  const row = { items: [itemFixture], total: 1 }
  const home = { continueWatching: row, favorites: row, recentlyAdded: [row], problems: null }
  cache.setQueryData(["home"], home)
  const seen = () => ({
    home: cache.getQueryData<typeof home>(["home"])?.recentlyAdded[0]?.items[0]?.userState,
    page: cache.getQueryData<ItemDetail>(itemKey(definition.kind, "i1"))?.userState,
    row: cache.getQueryData<{ items: ReadonlyArray<ItemDetail> }>(page)?.items[1]?.userState,
    other: cache.getQueryData<{ items: ReadonlyArray<ItemDetail> }>(page)?.items[0]?.userState
  })
  return { state: made.state!, seen, wrapper }
}
const refused = () => Promise.reject(new ApiError({ code: "not_found", message: "It is gone.", status: 404 }))

afterEach(async () => {
  await vi.dynamicImportSettled()
  toasts.value = []
})

it("shows a favorite immediately on the item's page and in lists", async () => {
  const favorite = vi.fn(() => Promise.resolve(null))
  const { seen, state } = start({ favorite })
  const saving = state.favorite("i1", true)
  expect(seen()).toMatchObject({
    page: { isFavorite: true },
    row: { isFavorite: true },
    home: { isFavorite: true },
    other: { isFavorite: false }
  })
  expect(await saving).toBe(true)
  expect(favorite).toHaveBeenCalledWith({ path: { id: "i1" }, keepalive: true })
})

it("reverts a change that the server rejects and shows why", async () => {
  const { seen, state } = start({ rate: refused })
  const saving = state.rate("i1", 80)
  expect(seen().row).toMatchObject({ rating: 80 })
  expect(await saving).toBe(false)
  expect(seen().row).toMatchObject({ rating: null })
  expect(toasts.value.map(({ text }) => text)).toEqual(["Your rating was not saved. It is gone."])
})

it("keeps a later change when an earlier change fails", async () => {
  const { seen, state } = start({ rate: vi.fn(() => Promise.resolve(null)).mockImplementationOnce(refused) })
  const first = state.rate("i1", 20)
  const second = state.rate("i1", 60)
  await Promise.all([first, second])
  expect(seen().page).toMatchObject({ rating: 60 })
})

it("shows the state that the server returns", async () => {
  const { seen, state } = start()
  await state.watch("i1", true)
  await flushPromises()
  expect(seen().page).toMatchObject({ isWatched: true, playCount: 1, position: 0 })
})

it("restores the position when the user undoes marking an item as watched", async () => {
  const progress = vi.fn(makeOwnRoutes().progress)
  const unwatch = () => Promise.resolve(itemFixture.userState)
  const { seen, state } = start({ progress, unwatch }, { ...itemFixture.userState, position: 42 })
  await state.watch("i1", true)
  await vi.dynamicImportSettled()
  expect(seen().page).toMatchObject({ isWatched: true, position: 0 })
  toasts.value.at(-1)?.action?.run?.()
  await flushPromises()
  expect(progress).toHaveBeenCalledWith({ path: { id: "i1" }, body: { position: 42 }, keepalive: true })
  expect(seen().page).toMatchObject({ isWatched: false, position: 42 })
})

it("undoes the last change with the undo shortcut", async () => {
  const unfavorite = vi.fn(() => Promise.resolve(null))
  const { seen, state } = start({ favorite: () => Promise.resolve(null), unfavorite })
  await state.favorite("i1", true)
  await vi.dynamicImportSettled()
  expect(undoLast()).toBe(true)
  await flushPromises()
  expect(unfavorite).toHaveBeenCalledTimes(1)
  expect(seen().page).toMatchObject({ isFavorite: false })
  expect(undoLast()).toBe(false)
})
