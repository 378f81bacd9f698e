import { PermanentFailure } from "@media/jobs/Failures"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { applyProposal } from "./apply.ts"
import { identifyAll } from "./identify.ts"
import { metadataImport } from "./queue.ts"

export const metadataImportProcessor = processor(metadataImport, ({ identify, proposalId }, context) =>
  Effect.gen(function* () {
    if (proposalId !== undefined) return yield* applyProposal(proposalId, context)
    if (identify !== undefined) return yield* identifyAll(identify, context)
    return yield* new PermanentFailure({ message: "This job names neither a proposal nor a run" })
  })
)
