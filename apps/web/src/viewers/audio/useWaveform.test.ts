import { PiniaColada, useQueryCache } from "@pinia/colada"
import type { AudioTrack } from "@media/features/media/audio/contract"
import { flushPromises, mount, type VueWrapper } from "@vue/test-utils"
import { createPinia } from "pinia"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { liveTopic } from "@/features/items/live"
import type { QueryCache } from "@/lib/queryCache"
import { track } from "./player"
import { useWaveform } from "./useWaveform"

const asked: Array<string> = []
let answer: { readonly status: number; readonly data: unknown }
let page: VueWrapper | undefined
let cache: QueryCache
let waveform: ReturnType<typeof useWaveform>

beforeEach(() => {
  asked.length = 0
  answer = { status: 202, data: null }
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(new URL(String(address), "http://test").pathname)
    return new Response(JSON.stringify({ ok: true, data: answer.data }), { status: answer.status })
  })
  track.value = { id: "a" } as AudioTrack
})
/** Mounts a component that shows the waveform. */
const open = async () => {
  const setup = () => {
    waveform = useWaveform()
    cache = useQueryCache()
    return () => null
  }
  page = mount({ setup }, { global: { plugins: [createPinia(), PiniaColada] } })
  await flushPromises()
}
afterEach(() => {
  page?.unmount()
  vi.useRealTimers()
  track.value = undefined
  vi.unstubAllGlobals()
})

const changed = async (id: string) => {
  const items = { track: { ids: [id], many: false } }
  liveTopic.delta({ t: "delta", from: 1, seq: 2, at: "", items }, cache)
  await flushPromises()
}
const address = "/api/audio-tracks/a/waveform"

it("requests the waveform again when a live message reports its generation", async () => {
  await open()
  expect([asked, waveform.path.value]).toEqual([[address], ""])
  await changed("b")
  expect(asked, "another track has changed").toEqual([address])
  answer = { status: 200, data: { version: 1, peaks: [-64, 64] } }
  await changed("a")
  expect(asked).toEqual([address, address])
  expect(waveform.path.value).toMatch(/^M0 -128h/)
})

it("does not poll while the waveform is being generated", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] })
  const opened = open()
  await vi.advanceTimersByTimeAsync(600_000)
  await opened
  expect(asked).toEqual([address])
})

it("requests the waveform of the next track", async () => {
  await open()
  track.value = { id: "b" } as AudioTrack
  await flushPromises()
  expect(asked).toEqual([address, "/api/audio-tracks/b/waveform"])
})
