import { expect, it } from "vitest"
import { effectScope } from "vue"
import { useAttention } from "./useAttention"

/** A new player for each video, as on the page. */
const player = () => {
  const scope = effectScope()
  return { ...scope.run(() => useAttention())!, leave: () => scope.stop() }
}
const playOn = (videos: number): void => {
  for (let n = 0; n < videos; n += 1) {
    const { leave, playedOn } = player()
    playedOn()
    leave()
  }
}
const sign = (type: string) => document.dispatchEvent(new Event(type))

it("asks after three unattended videos, and only a key or a click answers", () => {
  playOn(2)
  const third = player()
  expect(third.isLost.value).toBe(false)
  third.playedOn()
  third.leave()
  const fourth = player()
  expect(fourth.isLost.value).toBe(true)
  sign("pointermove")
  expect(fourth.isLost.value).toBe(true)
  sign("keydown")
  expect(fourth.isLost.value).toBe(false)
  fourth.leave()
  expect(player().isLost.value).toBe(false)
})

it("restarts the count after the mouse moved", () => {
  sign("pointerdown")
  playOn(2)
  const { leave } = player()
  sign("pointermove")
  leave()
  playOn(1)
  expect(player().isLost.value).toBe(false)
})
