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

describe("a run without a frame", () => {
  it("is retried with the next audio track, without audio, and with a still, if ffmpeg gave up", () => {
    expect(walk("error")).toEqual(["1 grid", "2 grid", "silence grid", "silence still"])
    expect(walk("error", { isCopy: true })).toEqual(["1 grid", "2 grid", "silence grid"])
  })

  it("is retried without the filter that crashes", () => {
    expect(walk("crash", { isFromStart: false }).slice(0, 2)).toEqual(["1 grid", "1 unpadded"])
    expect(walk("crash").slice(0, 2)).toEqual(["1 grid", "1 still"])
  })

  it("is not retried if it ended normally after the end of the file", () => {
    expect(walk("end", { isFromStart: false })).toEqual(["1 grid"])
  })
})

it("starts with earlier findings", () => {
  expect(firstAttempt(facts, { audioTrack: null })).toEqual({ audio: "silence", frames: "grid" })
  expect(firstAttempt(facts, { audioTrack: 2 }).audio).toMatchObject({ index: 2 })
  expect(firstAttempt(probeFacts({}, [videoFacts()]), { audioTrack: null }).audio).toBe("none")
})

it("has nothing more to try if there were frames", () => {
  const attempt = firstAttempt(facts)
  const end = { kind: "error", hasFrames: true } as const
  expect(
    nextAttempt({ facts, attempt, end, isCopy: false, isFromStart: true, isToEnd: true })
  ).toBeUndefined()
})
