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

/** Shown by default. */
export const usualKinds: ReadonlyArray<HistoryKind> = historyKinds.filter((kind) => kind !== "files")

/** Undefined for events that only their owner sees. */
const historyOf = (type: string): EventHistory | undefined => {
  const found = all.get(type) ?? {
    kind: "other",
    sentence: "changed {target}",
    untargeted: "changed something"
  }
  return "isPrivate" in found ? undefined : found
}

/** The sentence of an event that only its owner sees; undefined for all others. */
export const privateSentenceOf = (type: string): string | undefined => {
  const found = all.get(type)
  return found !== undefined && "isPrivate" in found ? found.sentence : undefined
}

/** The events that only their owner sees. */
export const privateTypes: ReadonlyArray<string> = [...all].flatMap(([type, found]) =>
  "isPrivate" in found ? [type] : []
)

export const kindOf = (type: string): HistoryKind | undefined => historyOf(type)?.kind

/** The kind of an event as SQL. Tags and kinds are names in the code, never input. */
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

/** The kind of target of each event type, and the location of its id; used by the statement of a page. */
export const targets = JSON.stringify(
  Object.fromEntries(
    [...all].flatMap(([type, found]) =>
      "isPrivate" in found || found.target === undefined
        ? []
        : [[type, { kind: found.target, in: found.targetIn ?? null }]]
    )
  )
)

/** True if an event without an actor was caused by someone not signed in. The server caused all others. */
export const isOfStrangers = (type: string): boolean => historyOf(type)?.isOfStrangers === true
