import * as Schema from "effect/Schema"

/** An event as a value: its tag is the permanent name it is stored under. */
export interface Event {
  readonly _tag: string
}

/** `<stream>.<past-tense>.v<n>`: a new shape gets a new number and an upcast, and a rename never touches the log. */
export type EventTag = `${string}.${string}.v${number}`

/** A schema of one event type. Fields are JSON-native, so stored and in-memory values are equal. */
export const event = <Tag extends EventTag, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields)

/** The cause of the event: the actor and the means. Plain strings, because an unknown value must never make an event unreadable. */
export interface EventMeta {
  readonly actor?: string
  /** `web`, `scan`, `job`, `system` ... */
  readonly cause?: string
  /** The id of the request that caused it, see `RequestMeta`. */
  readonly requestId?: string
  readonly address?: string
  /** A UUID that all events of one bulk command share; an index finds them. */
  readonly batchId?: string
  /** Set on every event of a batch except the first: the history shows a batch by its first event. */
  readonly follows?: true
  /** The positions of the events of the same stream that this one undoes. */
  readonly undoes?: ReadonlyArray<number>
  /** The batch that this one undoes. */
  readonly undoesBatch?: string
  /** The id of the rule that did this by itself. */
  readonly rule?: string
  /** The id of the plugin whose run did this. Hooks ignore such events. */
  readonly plugin?: string
}

/** An event with its position in the log. */
export interface Recorded<E extends Event = Event> {
  readonly position: number
  readonly streamId: string
  /** 1 for the first event of its stream. */
  readonly version: number
  readonly event: E
  readonly meta: EventMeta
  readonly at: Date
}
