import { RetryableFailure } from "@media/jobs/Failures"
import { partsDone } from "@media/jobs/GroupProgress"
import { processor } from "@media/jobs/Processor"
import * as Effect from "effect/Effect"
import { groupTracks } from "./groupTracks.ts"
import { audioScan } from "./queue.ts"

/** Groups the tracks of a library into albums. */
export const audioScanProcessor = processor(audioScan, ({ libraryId }, context) =>
  groupTracks(libraryId, partsDone(context, "Sorting tracks into albums")).pipe(
    Effect.catchTags({
      VersionConflict: () => new RetryableFailure({ message: "Tracks changed while they were grouped" })
    })
  )
)
