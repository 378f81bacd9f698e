import { EventStore } from "@media/event-store/EventStore"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { dropProgress } from "../../catalog/user-items/adopt.ts"
import { commandUndo } from "../../EventUndo.ts"
import { changedMeanwhile } from "../../platform/access/Command.ts"
import { duplicateDecider } from "./decider.ts"

/**
 * Undoes the resolution of duplicates. The merged values and the removed items have their own events in the same batch,
 * which are undone as usual. Playback positions have no events, so this command removes the merged positions.
 */
export const duplicateUndo = commandUndo({
  tags: ["duplicate.resolved.v1"],
  target: "item",
  targetIn: "keepId",
  run: (_principal, events, meta) =>
    Effect.gen(function* () {
      const store = yield* EventStore
      for (const { streamId } of events.slice(0, 1)) {
        const undone = yield* store.execute({
          ...{ streamId, decider: duplicateDecider, command: { _tag: "Undo" } as const },
          meta
        })
        for (const { event } of undone)
          if (event._tag === "duplicate.resolution-undone.v1")
            yield* dropProgress(
              event.keepId,
              event.taken.userStates
                .filter(({ hasProgress }) => hasProgress)
                .map(({ accountId }) => accountId)
            )
      }
      return undefined
    }).pipe(
      transaction,
      Effect.catchTags({
        NotFound: () => Effect.succeed("This decision was already undone."),
        VersionConflict: () => Effect.succeed(changedMeanwhile)
      })
    )
})
