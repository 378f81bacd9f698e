import * as Schema from "effect/Schema"

/** An event as a value: its tag is the permanent name it is stored under. */
export interface Event {
  readonly _tag: string
}

/** `<stream>.<past-tense>.v<n>`: a new shape is a new number plus an upcast, a rename never touches the log. */
export type EventTag = `${string}.${string}.v${number}`

/** A schema of one event type. Fields are JSON-native: what is stored equals what is in memory. */
export const event = <Tag extends EventTag, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields)

/** Who caused it and through what. Open strings: an unknown word here must never make an event unreadable. */
export interface EventMeta {
  readonly actor?: string
  /** `web`, `scan`, `job`, `system` ... */
  readonly cause?: string
  /** Of the request that asked for it, see `RequestMeta`. */
  readonly requestId?: string
  readonly address?: string
  /** A UUID that all events of one bulk command share; an index finds them. */
  readonly batchId?: string
  /** Not the first that one statement wrote for a batch: the history shows a batch by its first. */
  readonly follows?: true
  /** The position of the event whose change this one takes back. */
  readonly undoes?: number
}

/** An event with its place in the log. */
export interface Recorded<E extends Event = Event> {
  readonly position: number
  readonly streamId: string
  /** 1 for the first event of its stream. */
  readonly version: number
  readonly event: E
  readonly meta: EventMeta
  readonly at: Date
}
