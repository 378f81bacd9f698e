import { RetryableFailure } from "@media/jobs/Failures"
import { partsDone } from "@media/jobs/GroupProgress"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { classifyLibrary } from "./classifyLibrary.ts"
import { seriesScan } from "./queue.ts"

/** Classifies the videos of a library. */
export const seriesScanProcessor = processor(seriesScan, ({ libraryId }, context) =>
  classifyLibrary(libraryId, partsDone(context, "Sorting videos into movies and series")).pipe(
    Effect.catchTags({
      VersionConflict: () => new RetryableFailure({ message: "Videos changed while they were classified" })
    })
  )
)
