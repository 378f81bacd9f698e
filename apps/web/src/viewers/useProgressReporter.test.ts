import { PiniaColada, useQueryCache } from "@pinia/colada"
import { flushPromises, mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { shallowRef } from "vue"
import { ApiError } from "@/api"
import type { ItemDetail, ProgressReport } from "@/features/items/definition"
import { itemKey } from "@/features/items/keys"
import { itemFixture, makeOwnRoutes } from "@/features/items/testing"
import { useProgressReporter } from "./useProgressReporter"

let isAway = false
const start = (startAt = 0) => {
  const sent: Array<ProgressReport & { readonly keepalive: boolean | undefined }> = []
  const media = document.createElement("video")
  let paused = true
  Object.defineProperties(media, {
    currentTime: { value: 0, writable: true },
    duration: { value: 120 },
    paused: { get: () => paused }
  })
  const own = makeOwnRoutes({
    progress: ({ body, keepalive }) => {
      if (isAway) return Promise.reject(new ApiError({ code: "unreachable", message: "Away", status: 0 }))
      sent.push({ ...body, keepalive })
      return Promise.resolve({ ...itemFixture.userState, position: body.position })
    }
  })
  const made: { cache?: ReturnType<typeof useQueryCache> } = {}
  const wrapper = mount(
    {
      setup: () => {
        made.cache = useQueryCache()
        made.cache.setQueryData(itemKey("video", "i1"), itemFixture)
        useProgressReporter(shallowRef(media), { kind: "video", own }, "i1", startAt)
        return () => null
      }
    },
    { global: { plugins: [createPinia(), PiniaColada] } }
  )
  const at = (time: number, ...events: ReadonlyArray<string>) => {
    media.currentTime = time
    for (const name of events) {
      if (name === "playing") paused = false
      if (name === "pause" || name === "ended") paused = true
      media.dispatchEvent(new Event(name))
    }
  }
  const item = () => made.cache!.getQueryData<ItemDetail>(itemKey("video", "i1"))
  return { at, item, sent, wrapper }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  isAway = false
  vi.useRealTimers()
})

it("reports the position every ten seconds, on pause and after a seek", async () => {
  const { at, item, sent } = start()
  at(0, "seeked")
  at(1, "playing", "timeupdate")
  at(11, "timeupdate")
  await vi.advanceTimersByTimeAsync(10_000)
  at(14, "timeupdate", "pause")
  await flushPromises()
  at(60, "seeked")
  await flushPromises()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent.map(({ position }) => position)).toEqual([11, 14, 60])
  expect(item()?.userState.position).toBe(60)
})

it("reports the position when the page is hidden or closed", async () => {
  const { at, sent, wrapper } = start()
  at(30, "playing", "timeupdate")
  dispatchEvent(new Event("pagehide"))
  at(40, "timeupdate")
  at(0, "timeupdate")
  wrapper.unmount()
  await flushPromises()
  expect(sent.map(({ keepalive, position }) => [position, keepalive])).toEqual([
    [30, true],
    [40, true]
  ])
})

it("starts a new session if playback restarts after the end", async () => {
  const { at, sent } = start()
  at(119, "playing", "timeupdate", "ended")
  await flushPromises()
  at(0.5, "timeupdate", "playing")
  await flushPromises()
  expect(sent.map(({ position, restart }) => [position, restart])).toEqual([
    [119, undefined],
    [0.5, true]
  ])
  expect(sent[1]!.sessionKey).not.toBe(sent[0]!.sessionKey)
})

it("sends the latest position once the server is reachable again", async () => {
  const { at, sent } = start()
  isAway = true
  at(30, "playing", "timeupdate", "pause")
  await flushPromises()
  at(50, "seeked")
  await flushPromises()
  isAway = false
  dispatchEvent(new Event("online"))
  await flushPromises()
  expect(sent.map(({ position }) => position)).toEqual([50])
})

it("reports a seek while paused, but not the initial seek", async () => {
  const { at, sent } = start(38)
  at(38, "seeking", "seeked")
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent).toEqual([])
  at(100, "seeking")
  await vi.advanceTimersByTimeAsync(1_100)
  expect(sent.map(({ position }) => position)).toEqual([100])
  at(20, "seeking", "seeked")
  await flushPromises()
  expect(sent.map(({ position }) => position)).toEqual([100, 20])
})
