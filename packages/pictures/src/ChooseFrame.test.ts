import { describe, expect, it } from "vitest"
import { chooseFrame } from "./ChooseFrame.ts"
import { GOOD, scoreOf } from "./FrameScore.ts"
import { statsOf } from "./FrameStats.ts"
import { blurred, dim, landscape, paint, title } from "./testing/MadeFrames.ts"

const score = (of: Parameters<typeof paint>[0]) => scoreOf(statsOf(paint(of)))
const good = score(landscape)
const one = (value: number) => () => [value, value, value] as const

describe("the score of a frame", () => {
  it("accepts a bright, detailed picture without looking further", () => {
    expect(good).toBeGreaterThan(GOOD)
  })

  it.each([
    ["black", one(0)],
    ["nearly black", dim(landscape, 0.06)],
    ["white", one(255)],
    ["gray", one(128)],
    ["a title on black", title(0, 230)],
    ["a title on white", title(250, 20)],
    ["credits on blue", title(60, 255)]
  ])("is far too low for %s", (_name, frame) => {
    expect(score(frame)).toBeLessThan(GOOD / 2)
  })

  it("ranks sharp before blurred, bright before dark, anything before nothing", () => {
    const ranked = [
      good,
      score(blurred(landscape, 9)),
      score(dim(landscape, 0.25)),
      score(title(0, 230)),
      score(one(0))
    ]
    expect(ranked).toEqual([...ranked].sort((a, b) => b - a))
    expect(new Set(ranked).size).toBe(ranked.length)
  })

  it("handles a frame of one pixel", () => {
    expect(scoreOf(statsOf(paint(landscape, 1, 1)))).toBeGreaterThanOrEqual(0)
  })
})

describe("the choice", () => {
  it("is the best of the frames", () => {
    const frames = [one(0), title(0, 230), blurred(landscape, 9), landscape, dim(landscape, 0.3)].map((of) =>
      paint(of)
    )
    expect(chooseFrame(frames)?.frame).toBe(frames[3])
  })

  it("is the best available if none is good, and empty for no frames", () => {
    const black = paint(one(0))
    expect(chooseFrame([black])).toMatchObject({
      frame: black,
      box: { left: 0, top: 0, width: 320, height: 180 }
    })
    expect(chooseFrame([])).toBeUndefined()
  })
})
