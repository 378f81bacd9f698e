/**
 * The categories by which the history can be filtered. `files` are changes that the server makes on its own, often
 * thousands at a time.
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

/** Describes how the history displays events of one type. */
export interface EventHistory {
  readonly kind: HistoryKind
  /** The text after the actor's name. `{target}` is replaced with the name of the object that the event changed. */
  readonly sentence: string
  /** The text for an event whose target is unknown. */
  readonly untargeted?: string
  readonly target?: "account" | "library" | "item"
  /** The event field that contains the target's id. The default is the stream id. */
  readonly targetIn?: string
  /**
   * True if an event without an actor was caused by someone who was not signed in. By default, such an event is
   * attributed to the server.
   */
  readonly isOfStrangers?: true
}

/** Describes how the history displays events that only the account in their `accountId` may see. */
export interface PrivateHistory {
  readonly isPrivate: true
  readonly sentence: string
}

/** The history entries of a slice, keyed by event tag. */
export type SliceHistory = Readonly<Record<string, EventHistory | PrivateHistory>>

/**
 * Builds the history entries of several event types with the same kind and target. For each type, `events` contains
 * either the sentence, or an object with the sentence and the fields that differ from `shared`.
 */
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

/**
 * Builds the history entries of event types that only their owner may see, such as ratings, favorites, progress and
 * bookmarks. `events` contains the sentence for each type.
 */
export const privateHistory = (events: Readonly<Record<string, string>>): SliceHistory =>
  Object.fromEntries(
    Object.entries(events).map(([tag, sentence]) => [tag, { isPrivate: true as const, sentence }])
  )
