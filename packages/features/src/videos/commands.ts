import { EventStore } from "@media/event-store/EventStore"
import { enqueue } from "@media/jobs/Enqueue"
import { transaction } from "@media/pg/Transaction"
import type { Principal } from "@media/wire/Security"
import { AdminRequired, Conflict } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import { viewingDecider } from "../viewing/decider.ts"
import { viewingStream } from "../viewing/stream.ts"
import type { VideoPatch } from "./contract.ts"
import { videoDecider } from "./decider.ts"
import { probeOf } from "./policy.ts"
import { getVideo } from "./queries.ts"

/**
 * Changes a video. The rating is the caller's own and anybody's to give; everything else is the library's and for
 * administrators. One transaction: both happen or neither.
 */
export const updateVideo = Effect.fn("videos.update")(function* (
  principal: Principal,
  id: string,
  patch: VideoPatch
) {
  const store = yield* EventStore
  const video = yield* getVideo(principal, id)
  const { expectedVersion, rating, ...changes } = patch
  const isEdit = Object.values(changes).some((value) => value !== undefined)
  if (isEdit && principal.role !== "administrator") return yield* new AdminRequired()
  const meta = { actor: principal.accountId, cause: "web" }
  yield* transaction(
    Effect.gen(function* () {
      if (isEdit) {
        yield* store.execute({
          streamId: video.id,
          decider: videoDecider,
          command: {
            _tag: "Edit",
            changes: { ...changes, ...(changes.title === undefined ? {} : { title: changes.title.trim() }) },
            expectedVersion
          },
          meta
        })
      }
      if (rating !== undefined) {
        yield* store.execute({
          streamId: viewingStream(principal.accountId, video.id),
          decider: viewingDecider,
          command: { _tag: "Rate", accountId: principal.accountId, videoId: video.id, rating },
          meta
        })
      }
    })
  ).pipe(
    Effect.catchTag("VersionConflict", () =>
      Effect.fail(new Conflict({ reason: "This video was changed at the same time. Try again." }))
    ),
    // Only what is found out about a file can be outdated.
    Effect.catchTag("ProbeOutdated", (defect) => Effect.die(defect))
  )
  return yield* getVideo(principal, id)
})

/**
 * Queues another examination of a video's file, also of one that failed or whose job was cancelled. What was found out
 * before stays until the answer is there.
 */
export const examineVideo = Effect.fn("videos.examine")(function* (principal: Principal, id: string) {
  const store = yield* EventStore
  const video = yield* getVideo(principal, id)
  if (video.isMissing) return yield* new Conflict({ reason: "The file is missing. Scan its library first." })
  const [run] = yield* transaction(
    Effect.zipRight(
      store.execute({
        streamId: video.id,
        decider: videoDecider,
        command: { _tag: "RequestProbe" },
        meta: { actor: principal.accountId, cause: "web" }
      }),
      enqueue([probeOf(video.id, video.path, "manual")])
    )
  ).pipe(
    Effect.catchTag("VersionConflict", () =>
      Effect.fail(new Conflict({ reason: "This video was changed at the same time. Try again." }))
    ),
    Effect.catchTag("ProbeOutdated", (defect) => Effect.die(defect))
  )
  return { jobRunId: run!.jobRunId }
})
