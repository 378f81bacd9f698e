import { expect, it } from "vitest"
import { effectScope, shallowRef } from "vue"
import { usePosition } from "./usePosition"

const start = (startAt: number) => {
  const media = document.createElement("video")
  const state = { currentTime: 0, readyState: 0 }
  Object.defineProperties(media, {
    currentTime: { get: () => state.currentTime },
    readyState: { get: () => state.readyState }
  })
  const scope = effectScope()
  const position = scope.run(() => usePosition(shallowRef(media), startAt))!
  const at = (currentTime: number, readyState: number, event: string) => {
    Object.assign(state, { currentTime, readyState })
    media.dispatchEvent(new Event(event))
  }
  return { at, ...position }
}

it("returns zero after a seek to the beginning while paused", () => {
  const { at, position } = start(40)
  at(40, 4, "seeked")
  at(0, 4, "seeked")
  expect(position()).toBe(0)
})

it("returns the start position until the media element reaches it", () => {
  const { at, position, startsAt } = start(40)
  at(0, 1, "timeupdate")
  expect(position()).toBe(40)
  at(41, 4, "timeupdate")
  startsAt(position())
  at(0, 0, "timeupdate")
  at(0, 4, "timeupdate")
  expect(position()).toBe(41)
})

it("returns the last position if a failure has emptied the media element", () => {
  const { at, position } = start(0)
  at(12, 4, "timeupdate")
  at(0, 0, "timeupdate")
  expect(position()).toBe(12)
})
