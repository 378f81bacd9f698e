import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { effectScope, nextTick, reactive, shallowRef } from "vue"
import { useUpNext } from "./useUpNext"

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const start = (hasNext = true) => {
  const state = reactive({ time: 0, duration: 100, playing: true, ended: false })
  const play = vi.fn()
  const scope = effectScope()
  const card = scope.run(() =>
    useUpNext(
      state,
      () => hasNext,
      () => play()
    )
  )!
  const at = async (time: number, ended = false) => {
    Object.assign(state, { time, ended, playing: !ended })
    await nextTick()
  }
  return { at, card, play, scope, state }
}

it("starts the next video after a countdown at the end of the current one", async () => {
  const { at, card, play } = start()
  await at(79)
  expect(card.isShown.value).toBe(false)
  await at(81)
  expect([card.isShown.value, card.seconds.value]).toEqual([true, undefined])
  await at(90)
  expect(card.seconds.value).toBe(10)
  await vi.advanceTimersByTimeAsync(12_000)
  expect([play.mock.calls.length, card.seconds.value]).toEqual([0, 1])
  await at(100, true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(play).toHaveBeenCalledTimes(1)
})

it("counts down from ten seconds after a seek to the end", async () => {
  const { at, play } = start()
  await at(100, true)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(play).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(play).toHaveBeenCalledTimes(1)
})

it("does not start the next video after the user cancels, pauses or seeks back", async () => {
  const canceled = start()
  await canceled.at(100, true)
  canceled.card.cancel()
  const back = start()
  await back.at(95)
  await back.at(10)
  const paused = start()
  await paused.at(95)
  paused.state.playing = false
  const last = start(false)
  await last.at(100, true)
  await vi.advanceTimersByTimeAsync(60_000)
  for (const { play } of [canceled, back, paused, last]) expect(play).not.toHaveBeenCalled()
  expect(last.card.isShown.value).toBe(false)
})

it("stops the countdown when the player is unmounted", async () => {
  const { at, play, scope } = start()
  await at(100, true)
  scope.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(play).not.toHaveBeenCalled()
})

it("does not start the next video while asking whether the user is still watching", async () => {
  const state = reactive({ time: 0, duration: 100, playing: true, ended: false })
  const asks = shallowRef(true)
  const play = vi.fn()
  const card = effectScope().run(() =>
    useUpNext(
      state,
      () => true,
      () => play(),
      () => asks.value
    )
  )!
  Object.assign(state, { time: 100, ended: true, playing: false })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([card.isShown.value, card.seconds.value, play.mock.calls.length]).toEqual([true, undefined, 0])
  asks.value = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(play).toHaveBeenCalledOnce()
})
