import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  foldForget,
  foldPlay,
  foldReport,
  isBeyondEnd,
  isHeard,
  linesOf,
  longest,
  type Folded,
  type Progress,
  type Report
} from "./progress.ts"

const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000)
const report = (position: number, over: Partial<Report> = {}): Report => ({
  position,
  duration: 1_000,
  sessionKey: "tv",
  sequence: null,
  restart: false,
  at: at(position),
  ...over
})
/** Returns the progress after these reports, and the number of viewings that the reports finished. */
const after = (...reports: ReadonlyArray<Report>) =>
  reports.reduce<{ readonly progress: Progress | undefined; readonly finished: number }>(
    ({ finished, progress }, one) => {
      const folded = foldReport(progress, one)
      return {
        progress: folded?.progress ?? progress,
        finished: finished + (folded?.isFinished === true ? 1 : 0)
      }
    },
    { progress: undefined, finished: 0 }
  )
const positionAfter = (...reports: ReadonlyArray<Report>) => after(...reports).progress?.position

describe("the range of positions at which an item is in progress", () => {
  it.each([
    [10, 0.2, 9.5],
    [1_000, 20, 950],
    [5_400, 60, 5_130],
    [14_400, 60, 13_920]
  ])("is computed for a duration of %d seconds", (duration, start, end) =>
    expect(linesOf(duration)).toEqual({ start, end })
  )

  it("has no end if the duration is unknown", () => {
    expect(linesOf(longest(null, 0))).toEqual({ start: 0, end: Number.POSITIVE_INFINITY })
    expect(longest(30, null, 1_000)).toBe(1_000)
    expect([isBeyondEnd(1_020, 1_000), isBeyondEnd(1_026, 1_000), isBeyondEnd(9e6, null)]).toEqual([
      false,
      true,
      false
    ])
  })
})

describe("a stored position", () => {
  it("is not changed by late or repeated reports, or by reports of zero or the first seconds", () => {
    const good = [report(400, { sequence: 4 }), report(410, { sequence: 5 })]
    for (const bad of [
      report(0, { sequence: 6 }),
      report(3, { sequence: 6, sessionKey: "phone" }),
      report(0, { sessionKey: "" }),
      report(200, { sequence: 3 }),
      report(410, { sequence: 5 })
    ])
      expect(positionAfter(...good, bad)).toBe(410)
  })

  it("moves back when the user seeks back, but to zero only when the user starts over", () => {
    expect(positionAfter(report(400, { sequence: 1 }), report(100, { sequence: 2 }))).toBe(100)
    expect(positionAfter(report(400), report(0, { restart: true }))).toBeNull()
    expect(positionAfter(report(400), report(50, { restart: true }))).toBe(50)
  })

  it("comes from the device that reported last, unless that device is paused", () => {
    const tv = report(400, { sequence: 1 })
    const phone = report(700, { sequence: 1, sessionKey: "phone" })
    expect(positionAfter(tv, phone)).toBe(700)
    const closed = report(400, { sequence: 2 })
    expect(positionAfter(tv, phone, closed)).toBe(700)
    expect(positionAfter(tv, phone, closed, report(410, { sequence: 3 }))).toBe(410)
    // The last report is older than the TV's previous report and was delayed by the network.
    expect(positionAfter(tv, report(500, { sequence: 3 }), phone, report(450, { sequence: 2 }))).toBe(700)
  })

  it("is kept when a player starts, unless the viewing starts over", () => {
    const { progress } = after(report(400))
    const start = { at: at(500), duration: null, sessionKey: "phone" }
    expect(foldPlay(progress, { ...start, restart: false }).progress.position).toBe(400)
    expect(foldPlay(progress, { ...start, restart: true }).progress).toMatchObject({
      position: null,
      lastPlayedAt: at(500)
    })
    expect(foldPlay(undefined, { ...start, restart: false }).progress.position).toBeNull()
  })

  it("is not restored by a late report after the item was removed from Continue watching", () => {
    const { progress } = after(report(400, { sequence: 7 }))
    const forgotten = foldForget(progress!, at(500))
    expect(forgotten?.progress).toMatchObject({ position: null, lastPlayedAt: progress!.lastPlayedAt })
    expect(foldReport(forgotten?.progress, report(390, { sequence: 6 }))).toBeUndefined()
    expect(foldForget(forgotten!.progress, at(501))).toBeUndefined()
  })
})

describe("a viewing", () => {
  it("counts once, however often the player reports its end", () => {
    const end = [report(951, { sequence: 1 }), report(980, { sequence: 2 }), report(1_000, { sequence: 3 })]
    expect(after(...end)).toMatchObject({ finished: 1, progress: { position: null } })
    const lookedBack = [...end, report(900, { sequence: 4 })]
    expect(after(...lookedBack)).toMatchObject({ finished: 1, progress: { position: 900 } })
    expect(after(...lookedBack, report(990, { sequence: 5 }))).toMatchObject({ finished: 1 })
  })

  it("counts again after a restart or in another session", () => {
    const end = report(990)
    expect(after(end, report(30, { restart: true }), report(990)).finished).toBe(2)
    expect(
      after(end, report(300, { sessionKey: "phone" }), report(990, { sessionKey: "phone" })).finished
    ).toBe(2)
    const plain = (position: number) => report(position, { sessionKey: "" })
    expect(after(plain(990), plain(995), plain(700), plain(990)).finished).toBe(1)
    expect(after(plain(990), plain(30), plain(990)).finished).toBe(2)
  })

  it("does not finish at the end of a single part if the total duration is known", () => {
    expect(positionAfter(report(29, { duration: 30 }))).toBeNull()
    expect(positionAfter(report(1, { duration: 1_000 }), report(29, { duration: 30 }))).toBe(29)
  })
})

it("notifies open pages at the start and end, and every 30 seconds in between", () => {
  const news: Array<boolean> = []
  let progress: Progress | undefined
  for (const second of [100, 110, 120, 130, 140, 960]) {
    const folded = foldReport(progress, report(second)) as Folded
    news.push(folded.isNews)
    ;({ progress } = folded)
  }
  expect(news).toEqual([true, false, false, true, false, true])
})

// Histories in which a player plays, seeks, and sends numbered reports, while the network delays, duplicates and
// reorders the reports.
const journeys = fc.record({
  moves: fc.array(
    fc.oneof(
      fc.record({ by: fc.integer({ min: 1, max: 10 }) }),
      fc.record({ to: fc.integer({ min: 25, max: 940 }) })
    ),
    { minLength: 1, maxLength: 60 }
  ),
  faults: fc.array(
    fc.record({
      from: fc.nat(),
      what: fc.constantFrom("double", "late", "zero", "swap", "noNumberZero")
    }),
    { maxLength: 40 }
  )
})

it("keeps the correct position despite late, duplicate, zero and reordered reports (3,000 histories)", () => {
  fc.assert(
    fc.property(journeys, ({ faults, moves }) => {
      let position = 25
      const sent = moves.map((move, index) => {
        position = "to" in move ? move.to : Math.min(position + move.by, 940)
        return report(position, { sequence: index + 1, at: at(index * 10) })
      })
      const delivered = [...sent]
      for (const { from, what } of faults) {
        const index = from % delivered.length
        const one = delivered[index]!
        if (what === "double") delivered.splice(index, 0, one)
        else if (what === "late") delivered.push(one)
        else if (what === "zero") delivered.push({ ...one, position: 0 })
        else if (what === "noNumberZero") delivered.splice(index, 0, report(0, { sessionKey: "old" }))
        else delivered.push(...delivered.splice(index, 1))
      }
      const kept = positionAfter(...delivered) ?? 0
      expect(Math.abs(kept - position)).toBeLessThanOrEqual(5)
    }),
    { numRuns: 3_000 }
  )
})

describe("plays of tracks", () => {
  it.each([
    [89, 180, false],
    [90, 180, true],
    [239, 1_100, false],
    [240, 1_100, true],
    // An audiobook of many hours counts as played only at its end.
    [5_000, 36_000, false],
    [239, null, false],
    [240, null, true]
  ])("decides whether %i seconds of a track of %s seconds count as a play: %s", (heard, duration, is) =>
    expect(isHeard(heard, duration)).toBe(is)
  )

  it("counts one play per session, without setting a position", () => {
    const start = { at: at(0), duration: 200, restart: false }
    const begun = foldPlay(undefined, { ...start, sessionKey: "a" })
    expect(begun.isFinished).toBe(false)
    const early = foldPlay(begun.progress, { ...start, sessionKey: "a", heard: 99 })
    expect(early.isFinished).toBe(false)
    const heard = foldPlay(early.progress, { ...start, sessionKey: "a", heard: 100 })
    expect(heard).toMatchObject({ isFinished: true, isNews: true, progress: { position: null } })
    expect(foldPlay(heard.progress, { ...start, sessionKey: "a", heard: 190 }).isFinished).toBe(false)
    expect(foldReport(heard.progress, report(199, { duration: 200, sessionKey: "a" }))?.isFinished).toBe(
      false
    )
    expect(foldPlay(heard.progress, { ...start, sessionKey: "b", heard: 150 }).isFinished).toBe(true)
  })
})

describe("a book reader", () => {
  const turned = (position: number, over: Partial<Report> = {}) =>
    report(position, { duration: 100, unit: "percent", ...over })

  it("overrides another device's position with each page turn, however small", () => {
    const steps = Array.from({ length: 20 }, (_, n) => turned(20.9 + n * 0.9, { sessionKey: "kobo" }))
    const known = [turned(20, { sessionKey: "kobo" }), turned(20.6, { sessionKey: "web" })]
    expect(positionAfter(...known, ...steps)).toBeCloseTo(38)
    const tiny = Array.from({ length: 20 }, (_, n) => turned(20 + n * 0.02, { sessionKey: "kobo" }))
    expect(positionAfter(...known, ...tiny)).toBeCloseTo(20.38)
  })

  it("does not overwrite another device's position while no page is turned", () => {
    const standing = turned(20, { sessionKey: "kobo" })
    expect(positionAfter(standing, turned(40, { sessionKey: "web" }), standing, standing)).toBe(40)
  })

  it("can finish a book twice with the same session key if the key identifies a device", () => {
    const twice = [50, 100, 5, 60, 100]
    expect(after(...twice.map((position) => turned(position, { isDevice: true }))).finished).toBe(2)
    expect(after(...twice.map((position) => turned(position))).finished).toBe(1)
    expect(
      after(...[50, 100, 99, 100].map((position) => turned(position, { isDevice: true }))).finished
    ).toBe(1)
  })
})
