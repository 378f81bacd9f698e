/**
 * The categories of the history. `files` contains changes that the server makes without a user, often thousands at a
 * time.
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

/** How the history shows one type of event. */
export interface EventHistory {
  readonly kind: HistoryKind
  /** The sentence after the actor's name. `{target}` is replaced with the name of the object that the event changed. */
  readonly sentence: string
  /** The sentence for an event without a target. */
  readonly untargeted?: string
  readonly target?: "account" | "library" | "item"
  /** The event field that contains the target's id. The default is the stream id. */
  readonly targetIn?: string
  /**
   * True if an event without an actor is attributed to someone who was not signed in. Otherwise, such an event is
   * attributed to the server.
   */
  readonly isOfStrangers?: true
}

/** An event that is shown only to the account in its `accountId`, with the sentence for that account. */
export interface PrivateHistory {
  readonly isPrivate: true
  readonly sentence: string
}

/** The history entries of a slice, keyed by event tag. */
export type SliceHistory = Readonly<Record<string, EventHistory | PrivateHistory>>

/**
 * Builds the history entries of events with the same kind and target. The entry of an event is either its sentence, or
 * an object with the sentence and the fields that differ from `shared`.
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
 * Builds the history entries of events that only their owner sees, such as ratings, favorites, progress and bookmarks.
 */
export const privateHistory = (events: Readonly<Record<string, string>>): SliceHistory =>
  Object.fromEntries(
    Object.entries(events).map(([tag, sentence]) => [tag, { isPrivate: true as const, sentence }])
  )
