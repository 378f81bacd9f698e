import { privateTypes } from "./kinds.ts"
import { eventUndoOf } from "./undoables.ts"

/** The kind of thing that each event of the caller's own state is about, and where its id is; like `targets` of all other events. */
export const ownTargets = JSON.stringify(
  Object.fromEntries(
    privateTypes.flatMap((type) => {
      const { target, targetIn = null } = eventUndoOf(type) ?? {}
      return target === "item" || target === "entity" ? [[type, { kind: target, in: targetIn }]] : []
    })
  )
)
