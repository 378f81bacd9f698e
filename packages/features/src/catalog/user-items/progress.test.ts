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
/** The state after these reports, and how many viewings they finished. */
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

describe("the positions between which an item is in progress", () => {
  it.each([
    [10, 0.2, 9.5],
    [1_000, 20, 950],
    [5_400, 60, 5_130],
    [14_400, 60, 13_920]
  ])("of %d seconds", (duration, start, end) => expect(linesOf(duration)).toEqual({ start, end }))

  it("never ends without a known length, and uses the longer of two", () => {
    expect(linesOf(longest(null, 0))).toEqual({ start: 0, end: Number.POSITIVE_INFINITY })
    expect(longest(30, null, 1_000)).toBe(1_000)
    expect([isBeyondEnd(1_020, 1_000), isBeyondEnd(1_026, 1_000), isBeyondEnd(9e6, null)]).toEqual([
      false,
      true,
      false
    ])
  })
})

describe("a position", () => {
  it("is not erased by zero, by the first seconds, or by a late or repeated report", () => {
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

  it("moves back by seeking back, and to zero only by starting over", () => {
    expect(positionAfter(report(400, { sequence: 1 }), report(100, { sequence: 2 }))).toBe(100)
    expect(positionAfter(report(400), report(0, { restart: true }))).toBeNull()
    expect(positionAfter(report(400), report(50, { restart: true }))).toBe(50)
  })

  it("is the latest of two devices, but not of one that is only paused", () => {
    const tv = report(400, { sequence: 1 })
    const phone = report(700, { sequence: 1, sessionKey: "phone" })
    expect(positionAfter(tv, phone)).toBe(700)
    const closed = report(400, { sequence: 2 })
    expect(positionAfter(tv, phone, closed)).toBe(700)
    expect(positionAfter(tv, phone, closed, report(410, { sequence: 3 }))).toBe(410)
    // An earlier report that was delayed for a long time.
    expect(positionAfter(tv, report(500, { sequence: 3 }), phone, report(450, { sequence: 2 }))).toBe(700)
  })

  it("stays when a player starts, unless it starts over", () => {
    const { progress } = after(report(400))
    const start = { at: at(500), duration: null, sessionKey: "phone" }
    expect(foldPlay(progress, { ...start, restart: false }).progress.position).toBe(400)
    expect(foldPlay(progress, { ...start, restart: true }).progress).toMatchObject({
      position: null,
      lastPlayedAt: at(500)
    })
    expect(foldPlay(undefined, { ...start, restart: false }).progress.position).toBeNull()
  })

  it("is not restored by a late report after it was removed from the list", () => {
    const { progress } = after(report(400, { sequence: 7 }))
    const forgotten = foldForget(progress!, at(500))
    expect(forgotten?.progress).toMatchObject({ position: null, lastPlayedAt: progress!.lastPlayedAt })
    expect(foldReport(forgotten?.progress, report(390, { sequence: 6 }))).toBeUndefined()
    expect(foldForget(forgotten!.progress, at(501))).toBeUndefined()
  })
})

describe("a viewing", () => {
  it("counts once, however often its end is reported", () => {
    const end = [report(951, { sequence: 1 }), report(980, { sequence: 2 }), report(1_000, { sequence: 3 })]
    expect(after(...end)).toMatchObject({ finished: 1, progress: { position: null } })
    const lookedBack = [...end, report(900, { sequence: 4 })]
    expect(after(...lookedBack)).toMatchObject({ finished: 1, progress: { position: 900 } })
    expect(after(...lookedBack, report(990, { sequence: 5 }))).toMatchObject({ finished: 1 })
  })

  it("counts again when it starts over, in another session, or from the first half without sessions", () => {
    const end = report(990)
    expect(after(end, report(30, { restart: true }), report(990)).finished).toBe(2)
    expect(
      after(end, report(300, { sessionKey: "phone" }), report(990, { sessionKey: "phone" })).finished
    ).toBe(2)
    const plain = (position: number) => report(position, { sessionKey: "" })
    expect(after(plain(990), plain(995), plain(700), plain(990)).finished).toBe(1)
    expect(after(plain(990), plain(30), plain(990)).finished).toBe(2)
  })

  it("does not end if a player knows only a part", () => {
    expect(positionAfter(report(29, { duration: 30 }))).toBeNull()
    expect(positionAfter(report(1, { duration: 1_000 }), report(29, { duration: 30 }))).toBe(29)
  })
})

it("announces progress to open pages when a viewing starts and ends, and every 30 seconds in between", () => {
  const news: Array<boolean> = []
  let progress: Progress | undefined
  for (const second of [100, 110, 120, 130, 140, 960]) {
    const folded = foldReport(progress, report(second)) as Folded
    news.push(folded.isNews)
    ;({ progress } = folded)
  }
  expect(news).toEqual([true, false, false, true, false, true])
})

// A player plays, is seeked, and reports with increasing numbers; the network delays, duplicates and drops.
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

it("loses nothing through late, duplicate, zero and reordered reports (3,000 random histories)", () => {
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
    // A book of many hours is finished at its end, and not after each evening.
    [5_000, 36_000, false],
    [239, null, false],
    [240, null, true]
  ])("%i seconds of %s are a play: %s", (heard, duration, is) => expect(isHeard(heard, duration)).toBe(is))

  it("count once per viewing, and do not set a position", () => {
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

  it("has the page it turned to, however small the steps, after another device reported", () => {
    const steps = Array.from({ length: 20 }, (_, n) => turned(20.9 + n * 0.9, { sessionKey: "kobo" }))
    const known = [turned(20, { sessionKey: "kobo" }), turned(20.6, { sessionKey: "web" })]
    expect(positionAfter(...known, ...steps)).toBeCloseTo(38)
    const tiny = Array.from({ length: 20 }, (_, n) => turned(20 + n * 0.02, { sessionKey: "kobo" }))
    expect(positionAfter(...known, ...tiny)).toBeCloseTo(20.38)
  })

  it("does not let an idle session overwrite an active one", () => {
    const standing = turned(20, { sessionKey: "kobo" })
    expect(positionAfter(standing, turned(40, { sessionKey: "web" }), standing, standing)).toBe(40)
  })

  it("reads a book twice as a permanent device; a single viewing requests that explicitly", () => {
    const twice = [50, 100, 5, 60, 100]
    expect(after(...twice.map((position) => turned(position, { isDevice: true }))).finished).toBe(2)
    expect(after(...twice.map((position) => turned(position))).finished).toBe(1)
    expect(
      after(...[50, 100, 99, 100].map((position) => turned(position, { isDevice: true }))).finished
    ).toBe(1)
  })
})
