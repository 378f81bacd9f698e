import * as Effect from "effect/Effect"
import { commandUndo } from "../../EventUndo.ts"
import { restoreItem } from "./commands.ts"

/** Undoes the removal of items by restoring them and their files. */
export const trashUndo = commandUndo({
  tags: ["item.trashed.v1"],
  target: "item",
  run: (principal, events, meta) =>
    Effect.gen(function* () {
      for (const { streamId } of events.slice(0, 1)) {
        const outcome = yield* Effect.either(restoreItem(principal, streamId, meta))
        if (outcome._tag === "Right") continue
        if (outcome.left._tag === "SqlError") return yield* Effect.fail(outcome.left)
        return outcome.left._tag === "NotFound"
          ? "This item is no longer in the trash."
          : outcome.left.message
      }
      return undefined
    })
})
