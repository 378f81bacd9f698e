import { privateTypes } from "./kinds.ts"
import { eventUndoOf } from "./undoables.ts"

/**
 * For events of the caller's own state, the kind of target and the location of its id; like `targets` for all other
 * events.
 */
export const ownTargets = JSON.stringify(
  Object.fromEntries(
    privateTypes.flatMap((type) => {
      const { target, targetIn = null } = eventUndoOf(type) ?? {}
      return target === "item" || target === "entity" ? [[type, { kind: target, in: targetIn }]] : []
    })
  )
)
