/**
 * The categories of the history. `files` contains changes that the server makes without a user, thousands at a time.
 */
export const historyKinds = [
  "people",
  "sign-ins",
  "libraries",
  "items",
  "settings",
  "files",
  "other"
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** How one type of event reads in the history. */
export interface EventHistory {
  readonly kind: HistoryKind
  /** The sentence after the actor's name. `{target}` is replaced with the thing that the event changed. */
  readonly sentence: string
  /** The sentence of an event that names no target. */
  readonly untargeted?: string
  readonly target?: "account" | "library" | "item"
  /** The field of the event with the id of the target; default: the id of the stream. */
  readonly targetIn?: string
  /** True if an event without an actor was caused by someone who was not signed in, rather than by the server. */
  readonly isOfStrangers?: true
}

/** An event that only the account in its `accountId` sees, with the sentence for that account. */
export interface PrivateHistory {
  readonly isPrivate: true
  readonly sentence: string
}

/** The events of a slice by their tags. */
export type SliceHistory = Readonly<Record<string, EventHistory | PrivateHistory>>

/** Events that share a kind and a target. Each is given as its sentence, or as the fields in which it differs. */
export const history = (
  shared: Pick<EventHistory, "kind" | "target" | "targetIn">,
  events: Readonly<Record<string, string | (Partial<EventHistory> & Pick<EventHistory, "sentence">)>>
): SliceHistory =>
  Object.fromEntries(
    Object.entries(events).map(([tag, own]) => [
      tag,
      { ...shared, ...(typeof own === "string" ? { sentence: own } : own) }
    ])
  )

/** Events that only their owner sees: ratings, favorites, progress, bookmarks. */
export const privateHistory = (events: Readonly<Record<string, string>>): SliceHistory =>
  Object.fromEntries(
    Object.entries(events).map(([tag, sentence]) => [tag, { isPrivate: true as const, sentence }])
  )
