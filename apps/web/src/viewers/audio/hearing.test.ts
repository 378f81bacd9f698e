import { expect, it } from "vitest"
import { makeHearing } from "./hearing"

/** Returns the reports for a track of `duration` seconds that plays the given ranges, second by second. */
const saidOf = (duration: number, ...stretches: ReadonlyArray<readonly [from: number, to: number]>) => {
  const said: Array<object> = []
  let sessions = 0
  const { heard } = makeHearing(
    (start) => said.push(start),
    () => `s${(sessions += 1)}`
  )
  for (const [from, to] of stretches) for (let time = from; time <= to; time += 1) heard(time, true, duration)
  return said
}

it("reports a play after the user has heard half of a track", () => {
  expect(saidOf(100, [0, 49])).toEqual([{ sessionKey: "s1" }])
  expect(saidOf(100, [0, 90])).toEqual([{ sessionKey: "s1" }, { sessionKey: "s1", heard: 50 }])
})

it("counts tracks longer than eight minutes as played after four minutes", () => {
  expect(saidOf(1_000, [0, 240])).toHaveLength(2)
  expect(saidOf(1_000, [0, 239])).toHaveLength(1)
})

it("does not count skipped parts of a track as heard", () => {
  expect(saidOf(100, [0, 10], [80, 100])).toHaveLength(1)
  expect(saidOf(100, [0, 30], [60, 80])).toHaveLength(2)
})

it("counts another play if a counted track starts over", () => {
  expect(saidOf(100, [0, 99], [0, 99])).toEqual([
    { sessionKey: "s1" },
    { sessionKey: "s1", heard: 50 },
    { sessionKey: "s2" },
    { sessionKey: "s2", heard: 50 }
  ])
})
