import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { useGestures } from "./useGestures"

const make = (paused = false) => {
  const video = { paused, playbackRate: 1 }
  const actions = { seekBy: vi.fn(), toggle: vi.fn(), toggleFullscreen: vi.fn() }
  const announce = vi.fn()
  const controls = { idle: true }
  const gestures = useGestures({
    actions: actions as never,
    element: () => video as HTMLVideoElement,
    isIdle: () => controls.idle,
    wake: () => void (controls.idle = false),
    rest: () => void (controls.idle = true),
    announce
  })
  const event = (x: number, at: number, pointerType: string) =>
    ({
      pointerType,
      button: 0,
      clientX: x,
      timeStamp: at,
      currentTarget: { getBoundingClientRect: () => ({ left: 0, width: 390 }) }
    }) as unknown as PointerEvent
  const down = (x = 200, type = "touch") => gestures.onPointerdown(event(x, 0, type))
  const up = (x = 200, at = 1_000, type = "touch") => gestures.onPointerup(event(x, at, type))
  const tap = (x: number, at: number) => (down(x), up(x, at))
  return { actions, announce, controls, down, gestures, tap, up, video }
}

describe("touch gestures on the video", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("plays at double speed during a long press", () => {
    const { announce, controls, down, up, video } = make()
    video.playbackRate = 1.25
    down()
    vi.advanceTimersByTime(440)
    expect(video.playbackRate).toBe(1.25)
    vi.advanceTimersByTime(20)
    expect(video.playbackRate).toBe(2)
    expect(announce).toHaveBeenCalledWith("2×")
    up()
    expect(video.playbackRate).toBe(1.25)
    expect(controls.idle).toBe(true)
  })

  it("does not change the speed while paused or after a canceled touch", () => {
    const { down, gestures, video } = make()
    down()
    vi.advanceTimersByTime(500)
    gestures.onPointercancel()
    expect(video.playbackRate).toBe(1)
    const paused = make(true)
    paused.down()
    vi.advanceTimersByTime(500)
    expect(paused.video.playbackRate).toBe(1)
  })

  it("seeks on a double tap at the left or right side of the video", () => {
    const { actions, announce, controls, tap } = make()
    tap(200, 1_000)
    expect(controls.idle).toBe(false)
    tap(200, 2_000)
    expect(controls.idle).toBe(true)
    tap(350, 3_000)
    tap(350, 3_200)
    expect(actions.seekBy).toHaveBeenLastCalledWith(10)
    tap(20, 5_000)
    tap(20, 5_200)
    expect(actions.seekBy).toHaveBeenLastCalledWith(-10)
    expect(announce).toHaveBeenCalledTimes(2)
    tap(200, 7_000)
    tap(200, 7_200)
    expect(actions.seekBy).toHaveBeenCalledTimes(2)
    expect(actions.toggle).not.toHaveBeenCalled()
  })

  it("toggles playback on a mouse click, without touch gestures", () => {
    const { actions, down, up, video } = make()
    down(200, "mouse")
    vi.advanceTimersByTime(500)
    expect(video.playbackRate).toBe(1)
    up(200, 1_000, "mouse")
    expect(actions.toggle).toHaveBeenCalledOnce()
  })
})
