import type { BoxScene } from "@media/scrapers/stashbox/shapes"
import { describe, expect, it } from "vitest"
import { fingerprintEvidence, similarity } from "./confidence.ts"
import { freeIdName } from "./idName.ts"

const sceneWith = (fingerprints: BoxScene["fingerprints"], duration = 600): BoxScene => ({
  ...{ id: "s", duration, fingerprints },
  ...{ urls: [], images: [], tags: [], performers: [] }
})
const md5 = [{ algorithm: "MD5" as const, hash: "AB" }]
const look = [{ algorithm: "PHASH" as const, hash: "00000000000000ff" }]
const confidence = (...given: Parameters<typeof fingerprintEvidence>) =>
  fingerprintEvidence(...given)?.confidence

describe("confidence", () => {
  it("lowers the confidence of an exact hash match as the durations differ more, but not below 60", () => {
    const at = (duration: number) => sceneWith([{ algorithm: "MD5", hash: "ab", duration }])
    expect([600, 601, 603, 900].map((seconds) => confidence(md5, 600, at(seconds)))).toEqual([
      100, 100, 96, 60
    ])
    expect(confidence(md5, null, at(900))).toBe(100)
  })

  it("lowers the confidence for each bit in which the perceptual hashes differ", () => {
    const at = (hash: string, duration = 600) => sceneWith([{ algorithm: "PHASH", hash, duration }])
    expect([at("ff"), at("fe"), at("f0")].map((scene) => confidence(look, 600, scene))).toEqual([95, 91, 79])
    expect(confidence(look, 600, at("ff", 500))).toBeUndefined()
  })

  it("returns 60 for a scene without fingerprints, and undefined if the durations or the fingerprints differ", () => {
    expect(confidence(md5, 600, sceneWith([]))).toBe(60)
    expect(confidence(md5, 600, sceneWith([], 60))).toBeUndefined()
    expect(confidence(md5, 600, sceneWith([{ algorithm: "MD5", hash: "cd", duration: 600 }]))).toBeUndefined()
  })

  it("ignores case and accents when comparing titles", () => {
    expect(similarity("Été à Paris", "ete a paris")).toBe(1)
    expect(similarity("Night Boat", "Day Train")).toBe(0)
    expect(similarity("", "")).toBe(0)
  })
})

it("derives a unique name for the ids of a stash-box from the URL of the stash-box", () => {
  expect(freeIdName("https://stashdb.org/graphql", new Set())).toBe("stashdb")
  expect(freeIdName("https://www.fans-db.cc/graphql", new Set(["fansdb"]))).toBe("fansdb2")
  expect(freeIdName("https://imdb.example/graphql", new Set())).toBe("imdb2")
  expect(freeIdName("http://[fd00::5]:9998/graphql", new Set())).toBe("fd005")
})
