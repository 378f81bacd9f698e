import { histories } from "../../generated/histories.ts"
import {
  type EventHistory,
  type HistoryKind,
  historyKinds,
  type PrivateHistory,
  type SliceHistory
} from "../../EventHistory.ts"

const all: ReadonlyMap<string, EventHistory | PrivateHistory> = new Map(
  histories.flatMap((each: SliceHistory) => Object.entries(each))
)

/** The kinds that are shown by default. */
export const usualKinds: ReadonlyArray<HistoryKind> = historyKinds.filter((kind) => kind !== "files")

/** Returns how the activity log presents an event type, or undefined for events that only their owner sees. */
const historyOf = (type: string): EventHistory | undefined => {
  const found = all.get(type) ?? {
    kind: "other",
    sentence: "changed {target}",
    untargeted: "changed something"
  }
  return "isPrivate" in found ? undefined : found
}

/**
 * If only the owner sees events of this type, returns the sentence for the activity log. Returns undefined for all
 * other event types.
 */
export const privateSentenceOf = (type: string): string | undefined => {
  const found = all.get(type)
  return found !== undefined && "isPrivate" in found ? found.sentence : undefined
}

/** The event types that only their owner sees. */
export const privateTypes: ReadonlyArray<string> = [...all].flatMap(([type, found]) =>
  "isPrivate" in found ? [type] : []
)

export const kindOf = (type: string): HistoryKind | undefined => historyOf(type)?.kind

/** Returns SQL for the history kind of an event type. Event types and kinds come from the code, never from input. */
export const kindExpression = (type: string): string => {
  const cases = [...all].flatMap(([tag, found]) =>
    "isPrivate" in found ? [] : [`when '${tag}' then '${found.kind}'`]
  )
  return `case ${type} ${cases.join(" ")} else 'other' end`
}

export const sentenceOf = (type: string, hasTarget: boolean): string => {
  const { sentence = "", untargeted = sentence } = historyOf(type) ?? {}
  return hasTarget ? sentence : untargeted
}

/**
 * The targets of the event types, as JSON for the page query. For each event type, the JSON contains the kind of the
 * target and the name of the field with the target's id.
 */
export const targets = JSON.stringify(
  Object.fromEntries(
    [...all].flatMap(([type, found]) =>
      "isPrivate" in found || found.target === undefined
        ? []
        : [[type, { kind: found.target, in: found.targetIn ?? null }]]
    )
  )
)

/**
 * Returns true if events of this type without an actor are attributed to a person who was not signed in. All other
 * events without an actor are attributed to the server.
 */
export const isOfStrangers = (type: string): boolean => historyOf(type)?.isOfStrangers === true
