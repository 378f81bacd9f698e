import { EventStore } from "@media/event-store/EventStore"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import { dropProgress } from "../../catalog/user-items/adopt.ts"
import { commandUndo } from "../../EventUndo.ts"
import { changedMeanwhile } from "../../platform/access/Command.ts"
import { duplicateDecider } from "./decider.ts"

/**
 * Removes the record that one of several duplicates was kept. The values that it received and the removed items have
 * events of their own in the same batch, which are undone as usual. Only playback positions are in no event.
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
        NotFound: () => Effect.succeed("This decision was undone already."),
        VersionConflict: () => Effect.succeed(changedMeanwhile)
      })
    )
})
