import { PermanentFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { applyProposal } from "./apply.ts"
import { identifyAll } from "./identify.ts"
import { metadataImport } from "./queue.ts"
import { allSources } from "./sources.ts"

export const metadataImportProcessor = processor(
  metadataImport,
  ({ deliver, identify, proposalId }, context) =>
    Effect.gen(function* () {
      if (proposalId !== undefined) return yield* applyProposal(proposalId, context)
      if (identify !== undefined) return yield* identifyAll(identify, context)
      if (deliver === undefined)
        return yield* new PermanentFailure({ message: "This job has no proposal, run or source" })
      const source = (yield* allSources).find(({ kind }) => kind === deliver.kind)
      return source?.deliver === undefined
        ? { skipped: "Sources of this kind do not accept submissions" }
        : yield* source.deliver(deliver.id, context)
    })
)
