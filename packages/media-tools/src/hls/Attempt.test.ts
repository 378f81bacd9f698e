import { describe, expect, it } from "vitest"
import { type Attempt, firstAttempt, nextAttempt, type RunEnd } from "./Attempt.ts"
import { audioFacts, probeFacts, videoFacts } from "./TestFacts.ts"

const facts = probeFacts({}, [
  videoFacts(),
  audioFacts(),
  audioFacts({ index: 2, isDefault: false }),
  { ...audioFacts({ index: 3, isDefault: false }), codec: "unknown" }
])

const walk = (
  kind: RunEnd["kind"],
  changes: { isFromStart?: boolean; isToEnd?: boolean; isCopy?: boolean } = {}
) => {
  const seen: Array<string> = []
  let attempt: Attempt | undefined = firstAttempt(facts)
  while (attempt !== undefined) {
    const { audio, frames } = attempt
    seen.push(`${typeof audio === "string" ? audio : audio.index} ${frames}`)
    const end = { kind, hasFrames: false }
    attempt = nextAttempt({
      facts,
      attempt,
      end,
      isCopy: false,
      isFromStart: true,
      isToEnd: true,
      ...changes
    })
  }
  return seen
}

describe("the next attempt after a run without frames", () => {
  it("tries other audio tracks, then silence, then a still frame", () => {
    expect(walk("error")).toEqual(["1 grid", "2 grid", "silence grid", "silence still"])
    expect(walk("error", { isCopy: true })).toEqual(["1 grid", "2 grid", "silence grid"])
  })

  it("omits the filter that crashes ffmpeg", () => {
    expect(walk("crash", { isFromStart: false }).slice(0, 2)).toEqual(["1 grid", "1 unpadded"])
    expect(walk("crash").slice(0, 2)).toEqual(["1 grid", "1 still"])
  })

  it("does not retry a run that started past the end of a truncated file", () => {
    expect(walk("end", { isFromStart: false })).toEqual(["1 grid"])
  })
})

it("uses the findings of earlier runs in the first attempt", () => {
  expect(firstAttempt(facts, { audioTrack: null })).toEqual({ audio: "silence", frames: "grid" })
  expect(firstAttempt(facts, { audioTrack: 2 }).audio).toMatchObject({ index: 2 })
  expect(firstAttempt(probeFacts({}, [videoFacts()]), { audioTrack: null }).audio).toBe("none")
})

it("does not retry a run that produced frames", () => {
  const attempt = firstAttempt(facts)
  const end = { kind: "error", hasFrames: true } as const
  expect(
    nextAttempt({ facts, attempt, end, isCopy: false, isFromStart: true, isToEnd: true })
  ).toBeUndefined()
})
