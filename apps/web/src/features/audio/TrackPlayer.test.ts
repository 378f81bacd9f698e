import type { AudioTrack } from "@media/features/audio/contract"
import { PiniaColada } from "@pinia/colada"
import { mount } from "@vue/test-utils"
import { createPinia } from "pinia"
import { expect, it } from "vitest"
import { itemFixture } from "@/features/items/testing"
import TrackPlayer from "./TrackPlayer.vue"

const start = (position: number) => {
  const track = {
    ...itemFixture,
    codec: "alac",
    sourceUrl: "/api/audio-stream/t1",
    userState: { ...itemFixture.userState, position }
  } as unknown as AudioTrack
  const page = mount(TrackPlayer, { props: { track }, global: { plugins: [createPinia(), PiniaColada] } })
  const audio = page.find("audio").element
  Object.defineProperties(audio, {
    currentTime: { value: 0, writable: true },
    duration: { value: 120 },
    error: { value: { code: 4 } }
  })
  return { audio, page }
}

it.each([
  [30, 30],
  [0, 0],
  [500, 0]
])("begins where one stopped: %i s of 120", (position, at) => {
  const { audio } = start(position)
  audio.dispatchEvent(new Event("loadedmetadata"))
  expect(audio.currentTime).toBe(at)
})

it("says which coding a browser does not play", async () => {
  Object.assign(globalThis, { MediaError: { MEDIA_ERR_SRC_NOT_SUPPORTED: 4 } })
  const { page } = start(0)
  expect(page.text()).toBe("")
  await page.find("audio").trigger("error")
  expect(page.text()).toContain("ALAC")
})
