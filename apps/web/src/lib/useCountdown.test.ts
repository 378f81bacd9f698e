import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { effectScope } from "vue"
import { useCountdown } from "./useCountdown"

describe("useCountdown", () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it("counts whole seconds down to zero and stops", () => {
    const scope = effectScope()
    const { left, start } = scope.run(() => useCountdown())!
    start(3)
    expect(left.value).toBe(3)
    vi.advanceTimersByTime(1_250)
    expect(left.value).toBe(2)
    vi.advanceTimersByTime(5_000)
    expect(left.value).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it("clears the timer when the effect scope stops", () => {
    const scope = effectScope()
    scope.run(() => useCountdown())!.start(60)
    scope.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
