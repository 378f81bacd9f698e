import { describe, expect, it } from "vitest"
import { chooseFrame } from "./ChooseFrame.ts"
import { GOOD, scoreOf } from "./FrameScore.ts"
import { statsOf } from "./FrameStats.ts"
import { blurred, dim, landscape, paint, title } from "./testing/MadeFrames.ts"

const score = (of: Parameters<typeof paint>[0]) => scoreOf(statsOf(paint(of)))
const good = score(landscape)
const one = (value: number) => () => [value, value, value] as const

describe("a frame's score", () => {
  it("gives a bright, detailed picture a good score", () => {
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
  ])("gives %s a far lower score than a good picture", (_name, frame) => {
    expect(score(frame)).toBeLessThan(GOOD / 2)
  })

  it("ranks sharp, bright and detailed frames first", () => {
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

  it("scores a frame of a single pixel without an error", () => {
    expect(scoreOf(statsOf(paint(landscape, 1, 1)))).toBeGreaterThanOrEqual(0)
  })
})

describe("chooseFrame", () => {
  it("chooses the frame with the best score", () => {
    const frames = [one(0), title(0, 230), blurred(landscape, 9), landscape, dim(landscape, 0.3)].map((of) =>
      paint(of)
    )
    expect(chooseFrame(frames)?.frame).toBe(frames[3])
  })

  it("chooses the best available frame even if none is good", () => {
    const black = paint(one(0))
    expect(chooseFrame([black])).toMatchObject({
      frame: black,
      box: { left: 0, top: 0, width: 320, height: 180 }
    })
    expect(chooseFrame([])).toBeUndefined()
  })
})
