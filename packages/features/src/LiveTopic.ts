import type { Event, Recorded } from "@media/event-store/Event"
import type { Act } from "./platform/access/Access.ts"

interface Topic {
  /** The first word in the tags of the topic's events: `library` in `library.renamed.v1`. */
  readonly stream: string
  /** The topic in messages of the live protocol. */
  readonly topic: string
}

type Of<E extends Event, A> = (recorded: Recorded<E>) => A

/**
 * A topic whose messages contain no ids. All clients are notified, and each client reloads the data that it may see.
 * With `act`, only accounts with that permission are notified.
 */
export interface SharedTopic extends Topic {
  readonly act?: Act
  /** True if events of this topic may show or hide items whose ids the events do not contain. */
  readonly changesItems?: true
}

/** A topic whose messages contain the ids of changed items. Each client gets only the ids of items that it may see. */
export interface ItemTopic<E extends Event = never> extends Topic {
  readonly topic: "items"
  readonly ids: Of<E, ReadonlyArray<string>>
  /**
   * Returns true if the event may hide items from some clients. A client that can no longer see a changed item does not
   * receive its id, and reloads all items instead.
   */
  readonly mayHide?: Of<E, boolean>
}

/**
 * A topic for the state of one account. Only the sockets of that account receive the ids. Accounts with the permission
 * `act` are also notified, but without ids.
 */
export interface AccountTopic<E extends Event = never> extends Topic {
  readonly act?: Act
  /**
   * True if the ids identify objects that belong to the account, such as its saved views. Otherwise they are item ids,
   * and clients receive only the ids of items that they may see.
   */
  readonly ownsIds?: true
  readonly account: Of<E, string>
  readonly ids: Of<E, ReadonlyArray<string>>
}

/** Describes how live updates notify clients of a slice's events. */
export type LiveTopic = SharedTopic | ItemTopic | AccountTopic

// The overloads hide the event type, because the types cannot express that a topic receives only events of its own
// stream.
export function accountTopic<E extends Event>(topic: AccountTopic<E>): AccountTopic
export function accountTopic(topic: AccountTopic): AccountTopic {
  return topic
}

export function itemTopic<E extends Event>(topic: ItemTopic<E>): ItemTopic
export function itemTopic(topic: ItemTopic): ItemTopic {
  return topic
}
