import * as Schema from "effect/Schema"

/** An event before it is stored. `_tag` is the permanent name of its type in the log (see `EventTag`). */
export interface Event {
  readonly _tag: string
}

/**
 * The name of an event type in the log: `<stream>.<past-tense>.v<n>`. If the fields of an event change, it gets a new
 * number, and an upcast converts stored events. The name is independent of the name of the type in the code.
 */
export type EventTag = `${string}.${string}.v${number}`

/**
 * Defines the schema of an event type. Fields must be JSON values, so that they are the same in memory and in the
 * database.
 */
export const event = <Tag extends EventTag, Fields extends Schema.Struct.Fields>(tag: Tag, fields: Fields) =>
  Schema.TaggedStruct(tag, fields)

/**
 * Metadata about the cause of an event. Its fields have plain types instead of enumerations, so that an unknown value
 * never makes an event unreadable.
 */
export interface EventMeta {
  readonly actor?: string
  /** The part of the server that caused the event, such as `web`, `scan`, `job` or `system`. */
  readonly cause?: string
  /** The id of the request that caused the event, see `RequestMeta`. */
  readonly requestId?: string
  readonly address?: string
  /** A UUID that is the same in all events of a bulk command. The table of events has an index on this field. */
  readonly batchId?: string
  /**
   * True for every event of a batch except the first, because the history lists a batch only once, by its first event.
   */
  readonly follows?: true
  /**
   * The positions in the log of the events that this event undoes. Those events are in the same stream as this event.
   */
  readonly undoes?: ReadonlyArray<number>
  /** The batch id of the events that this event undoes. */
  readonly undoesBatch?: string
  /** The id of the rule that caused the event automatically. */
  readonly rule?: string
  /** The id of the plugin whose run caused the event. Hooks ignore such events. */
  readonly plugin?: string
}

/** A stored event, with its position in the log. */
export interface Recorded<E extends Event = Event> {
  readonly position: number
  readonly streamId: string
  /** The number of the event in its stream, from 1. */
  readonly version: number
  readonly event: E
  readonly meta: EventMeta
  readonly at: Date
}
