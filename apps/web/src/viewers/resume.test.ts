import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { ProgressReport } from "@/features/items/definition"
import { itemFixture } from "@/features/items/testing"
import { makeProgressReporter } from "./resume"

/** Returns a server whose responses the test sends. */
const makeServer = () => {
  const asked: Array<{
    readonly report: ProgressReport
    readonly keepalive: boolean
    readonly answer: (isThere: boolean) => Promise<void>
  }> = []
  const reporter = makeProgressReporter({
    send: (report, keepalive) =>
      new Promise((resolve, reject) =>
        asked.push({
          report,
          keepalive,
          answer: async (isThere) => {
            if (isThere) resolve(itemFixture.userState)
            else reject(new Error("away"))
            await vi.advanceTimersByTimeAsync(0)
          }
        })
      ),
    mayRetry: (fault) => fault instanceof Error && fault.message === "away"
  })
  return { asked, reporter }
}
const positions = (asked: ReadonlyArray<{ readonly report: ProgressReport }>) =>
  asked.map(({ report }) => report.position)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe("a player's progress reporter", () => {
  it("assigns consecutive numbers to the reports of a session", async () => {
    const { asked, reporter } = makeServer()
    reporter.report(10, 120)
    await asked[0]!.answer(true)
    reporter.report(20.04, 120)
    expect(asked.map(({ report }) => [report.position, report.sequence, report.duration])).toEqual([
      [10, 1, 120],
      [20, 2, 120]
    ])
    expect(asked[0]!.report.sessionKey).toMatch(/^[0-9a-f]{24}$/)
    expect(asked[1]!.report.sessionKey).toBe(asked[0]!.report.sessionKey)
  })

  it("does not report the same position twice", () => {
    const { asked, reporter } = makeServer()
    reporter.report(10, Number.NaN)
    reporter.report(10.1, Number.NaN, true)
    expect(asked.map(({ report }) => report.duration)).toEqual([undefined])
  })

  it("sends only the latest of several waiting reports", async () => {
    const { asked, reporter } = makeServer()
    for (const position of [10, 20, 30]) reporter.report(position, 120)
    expect(positions(asked)).toEqual([10])
    await asked[0]!.answer(true)
    expect(positions(asked)).toEqual([10, 30])
  })

  it("sends a report without waiting for the current request when the page closes", () => {
    const { asked, reporter } = makeServer()
    reporter.report(10, 120)
    reporter.report(14, 120, true)
    expect(asked.map(({ keepalive, report }) => [report.position, keepalive])).toEqual([
      [10, false],
      [14, true]
    ])
  })

  it("resends only the latest failed report", async () => {
    const { asked, reporter } = makeServer()
    reporter.report(10, 120)
    await asked[0]!.answer(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(positions(asked)).toEqual([10, 10])
    await asked[1]!.answer(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(positions(asked)).toEqual([10, 10])
    reporter.report(20, 120)
    await asked[2]!.answer(false)
    reporter.retryNow()
    expect(positions(asked)).toEqual([10, 10, 20, 20])
    await asked[3]!.answer(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(positions(asked)).toEqual([10, 10, 20, 20])
  })

  it("starts a new session when playback starts over", () => {
    const { asked, reporter } = makeServer()
    reporter.report(119, 120)
    reporter.startOver(1)
    expect(positions(asked)).toEqual([119])
    reporter.report(15, 120, true)
    const [first, second] = asked.map(({ report }) => report)
    expect(second).toMatchObject({ position: 15, sequence: 2, restart: true })
    expect(second!.sessionKey).not.toBe(first!.sessionKey)
  })
})
