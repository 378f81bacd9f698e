import { enqueue } from "@media/jobs/Enqueue"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import { Conflict } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { executeOnItem } from "../../catalog/items/commands.ts"
import { probeOf } from "./policy.ts"
import { getVideo } from "./queries.ts"

/**
 * Queues another probe of a video's file, even after a failure or a canceled job. Earlier results are kept until the
 * new results are recorded.
 */
export const examineVideo = Effect.fn("videos.examine")(function* (principal: Principal, id: string) {
  const video = yield* getVideo(principal, id)
  yield* Access.require(principal, "examine-item", video)
  if (video.isMissing) return yield* new Conflict({ reason: "The file is missing. Scan its library first." })
  const [run] = yield* transaction(
    Effect.zipRight(
      executeOnItem(principal, video.id, { _tag: "RequestProbe" }),
      enqueue([probeOf(video.id, video.path, "manual")])
    )
  )
  return { jobRunId: run!.jobRunId }
})
