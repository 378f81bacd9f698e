import { privateTypes } from "./kinds.ts"
import { eventUndoOf } from "./undoables.ts"

/**
 * Like `targets`, but for the events of the caller's own state: for each event type, the kind of the target and the
 * field that contains its id, as JSON.
 */
export const ownTargets = JSON.stringify(
  Object.fromEntries(
    privateTypes.flatMap((type) => {
      const { target, targetIn = null } = eventUndoOf(type) ?? {}
      return target === "item" || target === "entity" ? [[type, { kind: target, in: targetIn }]] : []
    })
  )
)
