import type { CommandUndo, EventUndo } from "../../EventUndo.ts"
import { commandUndos, eventUndos } from "../../generated/undo.ts"
import { kindOf } from "./kinds.ts"

const events: ReadonlyMap<string, EventUndo> = new Map(
  (eventUndos as ReadonlyArray<EventUndo>).flatMap((undo) =>
    Object.keys(undo.rule.parts).map((tag) => [tag, undo] as const)
  )
)
const commands: ReadonlyMap<string, CommandUndo> = new Map(
  (commandUndos as ReadonlyArray<CommandUndo>).flatMap((undo) => undo.tags.map((tag) => [tag, undo] as const))
)

export const eventUndoOf = (type: string): EventUndo | undefined => events.get(type)
export const commandUndoOf = (type: string): CommandUndo | undefined => commands.get(type)
export const isUndoable = (type: string): boolean => events.has(type) || commands.has(type)

/** All event types that can be undone. */
export const undoableTags: ReadonlyArray<string> = [...events.keys(), ...commands.keys()]
export const allRules = eventUndos.map(({ rule }) => rule)

/**
 * For each event type, the field that contains the id of the target, as JSON. The field is null if the target is the
 * stream itself.
 */
export const targetFields = JSON.stringify(
  Object.fromEntries([...events, ...commands].map(([tag, { targetIn = null }]) => [tag, targetIn]))
)

/** Returns the reason why events of this type cannot be undone, as a message for users. Null if they can be undone. */
export const whyNot = (type: string): string | null => {
  if (isUndoable(type)) return null
  return kindOf(type) === "files"
    ? "The server read this change from the files, so you cannot undo it."
    : "You cannot undo this change."
}
