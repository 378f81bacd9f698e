import * as Effect from "effect/Effect"
import { accept, refuse, type Classified, type ScannedRoot } from "./Classify.ts"
import type { ScanTally } from "./ScanTally.ts"
import { recognizeAll } from "./Sniff.ts"

/** Classifies the candidates of a batch by their first bytes. */
export const recognizeCandidates = Effect.fn("scan.recognize")(function* (
  root: ScannedRoot,
  classified: Classified,
  tally: ScanTally
) {
  const candidates = classified.candidates.splice(0)
  const recognized = yield* recognizeAll(root.path, candidates)
  for (const [index, candidate] of candidates.entries()) {
    const answer = recognized[index]!
    if ("kind" in answer) accept(classified, candidate, answer.kind)
    else refuse(classified, candidate, { _tag: "Ignore", reason: answer.reason }, tally)
  }
})
