import { privateTypes } from "./kinds.ts"
import { eventUndoOf } from "./undoables.ts"

/**
 * The kind of target and the field with its id, keyed by event type, as JSON. Contains the events of the caller's own
 * state, in the form of `targets`.
 */
export const ownTargets = JSON.stringify(
  Object.fromEntries(
    privateTypes.flatMap((type) => {
      const { target, targetIn = null } = eventUndoOf(type) ?? {}
      return target === "item" || target === "entity" ? [[type, { kind: target, in: targetIn }]] : []
    })
  )
)
