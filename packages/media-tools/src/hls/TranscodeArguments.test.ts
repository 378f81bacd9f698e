import { expect, it } from "vitest"
import type { MediaPath } from "../MediaPath.ts"
import { firstAttempt } from "./Attempt.ts"
import { ladder } from "./Ladder.ts"
import { segmentCount, segmentTable } from "./SegmentTable.ts"
import { audioFacts, probeFacts, videoFacts } from "./TestFacts.ts"
import { transcodeArguments } from "./TranscodeArguments.ts"

const inputs = (startSeconds: number, from: number, mode: "copy" | "encode"): number => {
  const facts = probeFacts({}, [
    videoFacts(),
    audioFacts({ startSeconds, durationSeconds: 60 - startSeconds })
  ])
  const seconds = Array.from({ length: 30 }, (_, i) => i * 2)
  const table = segmentTable(facts, { seconds, allIdr: true, origin: "mp4", isEdited: false })!
  const rendition = ladder(facts, table).find((each) => each.mode === mode)!
  const made = transcodeArguments({
    path: "/m/a.mp4" as unknown as MediaPath,
    facts,
    table,
    renditions: [rendition],
    from,
    to: segmentCount(table),
    attempt: firstAttempt(facts)
  })
  expect(made.join(" ")).toContain(made.filter((each) => each === "-i").length === 2 ? "1:0" : "0:0")
  return made.filter((each) => each === "-i").length
}

it.each(["copy", "encode"] as const)(
  "reads audio that begins long after the run as a separate input: %s",
  (mode) => {
    expect(inputs(0, 0, mode)).toBe(1)
    expect(inputs(5, 0, mode)).toBe(1)
    expect(inputs(45, 0, mode)).toBe(2)
    expect(inputs(45, 1, mode)).toBe(2)
    expect(inputs(45, 4, mode)).toBe(1)
  }
)
