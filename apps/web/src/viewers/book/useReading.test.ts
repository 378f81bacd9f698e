import type { BookProgress } from "@media/features/catalog/user-items/contract"
import { PiniaColada, useQueryCache } from "@pinia/colada"
import { flushPromises, mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { stubApi } from "@/lib/mountPage"
import { refresh } from "@/lib/queryCache"
import { readingPositionKey } from "./queries"
import { useReading } from "./useReading"

const PAGES = 30
const at = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`
let stored: BookProgress
const isStored = (page: number, minute: number): void => {
  const fraction = page / PAGES
  stored = { fraction, page, locator: null, device: "Tablet", updatedAt: at(minute) }
}
/**
 * Opens a reader that has loaded the position stored at minute `since`. `stored` may already contain a newer position
 * from another device.
 */
const open = (since: number) => {
  stubApi({
    "GET /api/books/b1/progress": () => stored,
    "PUT /api/books/b1/progress": (body) => {
      isStored((body as { readonly position: number }).position, 5)
      return { lastPlayedAt: stored.updatedAt, position: 0 }
    }
  })
  const made: Partial<ReturnType<typeof useReading> & { cache: ReturnType<typeof useQueryCache> }> = {}
  const wrapper = mount(
    {
      setup: () => {
        Object.assign(made, useReading({ id: "b1", pages: PAGES, since: at(since) }))
        made.cache = useQueryCache()
        return () => null
      }
    },
    { global: { plugins: [createPinia(), PiniaColada] } }
  )
  const turn = (page: number): void => made.isAt!({ position: page, duration: PAGES, fraction: page / PAGES })
  const hear = async (): Promise<void> => {
    refresh(made.cache!, { key: readingPositionKey("b1") })
    await flushPromises()
  }
  const rest = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(1_000)
    await flushPromises()
  }
  const told = () => made.elsewhere!.value?.page
  return { accept: () => made.accept!(), hear, rest, told, turn, wrapper }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("does not mistake the end of an earlier reading for a position on another device", async () => {
  isStored(PAGES, 1)
  const { hear, rest, told, turn, wrapper } = open(1)
  turn(1)
  await rest()
  expect(told()).toBeUndefined()
  turn(4)
  await vi.advanceTimersByTimeAsync(900)
  // The reader has not yet read back the position that it reported.
  expect(told()).toBeUndefined()
  await rest()
  expect(told()).toBeUndefined()
  await hear()
  expect(told()).toBeUndefined()
  wrapper.unmount()
})

it("keeps offering the position of another device until the user accepts it", async () => {
  isStored(20, 2)
  const { accept, hear, rest, told, turn, wrapper } = open(1)
  turn(5)
  await rest()
  expect(told()).toBe(20)
  accept()
  expect(told()).toBeUndefined()
  turn(6)
  await rest()
  await hear()
  expect(told()).toBeUndefined()
  isStored(25, 6)
  await hear()
  expect(told()).toBe(25)
  // Turning to the next page and back immediately does not report a position.
  turn(7)
  turn(6)
  await rest()
  expect(told()).toBe(25)
  wrapper.unmount()
})
