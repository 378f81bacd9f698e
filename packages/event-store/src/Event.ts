import * as Schema from "effect/Schema"

/** An event as a value. Its tag is the permanent name under which it is stored. */
export interface Event {
  readonly _tag: string
}

/**
 * The name of an event type: `<stream>.<past-tense>.v<n>`. A new shape of the data gets a new number and an upcast.
 * Renaming a type in the code does not change the log.
 */
export type EventTag = `${string}.${string}.v${number}`

/** Defines the schema of an event type. Fields are JSON values, so stored and in-memory values are equal. */
export const event = <Tag extends EventTag, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields)

/** The cause of an event. The values have plain types, because an unknown value must never make an event unreadable. */
export interface EventMeta {
  readonly actor?: string
  /** The part of the server that caused the event: `web`, `scan`, `job`, `system` ... */
  readonly cause?: string
  /** The id of the request that caused the event, see `RequestMeta`. */
  readonly requestId?: string
  readonly address?: string
  /** A UUID that all events of one bulk command share. The log has an index on this field. */
  readonly batchId?: string
  /** Set on every event of a batch except the first: the history lists a batch by its first event. */
  readonly follows?: true
  /** The positions of the events in the same stream that this event undoes. */
  readonly undoes?: ReadonlyArray<number>
  /** The batch that this event undoes. */
  readonly undoesBatch?: string
  /** The id of the rule that caused the event automatically. */
  readonly rule?: string
  /** The id of the plugin whose run caused the event. Hooks ignore such events. */
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
