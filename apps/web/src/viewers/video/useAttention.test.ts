import { expect, it } from "vitest"
import { effectScope } from "vue"
import { useAttention } from "./useAttention"

/** Creates a new player for each video, like the page does. */
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

it("asks if the user is still watching after three videos without a key press or click", () => {
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

it("resets the count of videos when the mouse moves", () => {
  sign("pointerdown")
  playOn(2)
  const { leave } = player()
  sign("pointermove")
  leave()
  playOn(1)
  expect(player().isLost.value).toBe(false)
})
