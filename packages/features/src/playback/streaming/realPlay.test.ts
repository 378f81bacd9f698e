import { describe, expect, it } from "vitest"
import { makeRealPlay, PLAYED_SEGMENTS } from "./realPlay.ts"

const LONG = 700
const first = (count: number) => Array.from({ length: count }, (_, n) => n)

describe("detecting actual playback", () => {
  it("does not count a video as played if it was only opened", () => {
    const play = makeRealPlay()
    for (let video = 0; video < 50; video += 1) {
      play.opened("ada", `v${video}`)
      for (const n of first(PLAYED_SEGMENTS - 1)) expect(play.asked("ada", `v${video}`, n, LONG)).toBe(false)
    }
  })

  it("counts a video as played only once, no matter how much of it is played", () => {
    const play = makeRealPlay()
    const told = first(30).filter((n) => play.asked("ada", "v", n, LONG))
    expect(told).toEqual([PLAYED_SEGMENTS - 1])
  })

  it("counts the same range in another quality only once", () => {
    const play = makeRealPlay()
    const told = [...first(5), ...first(5), ...first(5)].some((n) => play.asked("ada", "v", n, LONG))
    expect(told).toBe(false)
  })

  it("counts a short video as played at its end", () => {
    const play = makeRealPlay()
    expect(play.asked("ada", "v", 0, 2)).toBe(false)
    expect(play.asked("ada", "v", 1, 2)).toBe(true)
  })

  it("counts viewers and playbacks separately", () => {
    const play = makeRealPlay()
    for (const n of first(PLAYED_SEGMENTS - 1)) play.asked("ada", "v", n, LONG)
    expect(play.asked("grace", "v", PLAYED_SEGMENTS - 1, LONG)).toBe(false)
    play.opened("ada", "v")
    expect(play.asked("ada", "v", PLAYED_SEGMENTS - 1, LONG)).toBe(false)
  })

  it("forgets the playback that was idle longest", () => {
    const play = makeRealPlay()
    for (const n of first(PLAYED_SEGMENTS - 1)) play.asked("ada", "v", n, LONG)
    for (let video = 0; video < 500; video += 1) play.asked("ada", `other${video}`, 0, LONG)
    expect(play.asked("ada", "v", PLAYED_SEGMENTS - 1, LONG)).toBe(false)
  })
})
