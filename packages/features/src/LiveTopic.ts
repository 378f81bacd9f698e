import type { Event, Recorded } from "@media/event-store/Event"
import type { Act } from "./platform/access/Access.ts"

interface Topic {
  /** The first word of the event tags: `library` in `library.renamed.v1`. */
  readonly stream: string
  /** The topic in messages of the live protocol. */
  readonly topic: string
}

type Of<E extends Event, A> = (recorded: Recorded<E>) => A

/**
 * A topic without ids. All clients are notified, and each reloads the data that it may see. With `act`, only accounts
 * with that permission are notified.
 */
export interface SharedTopic extends Topic {
  readonly act?: Act
  /** True if the event may show or hide items without containing their ids. */
  readonly changesItems?: true
}

/** A topic whose messages contain the ids of changed items. Each client gets only the ids of items that it may see. */
export interface ItemTopic<E extends Event = never> extends Topic {
  readonly topic: "items"
  readonly ids: Of<E, ReadonlyArray<string>>
  /**
   * Returns true if the event may hide items from some clients. These clients receive no ids and reload their visible
   * items.
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
   * True if the ids identify objects of the account itself. Otherwise they are item ids, and clients receive only the
   * ids of items that they may see.
   */
  readonly ownsIds?: true
  readonly account: Of<E, string>
  readonly ids: Of<E, ReadonlyArray<string>>
}

/** How live updates notify clients of a slice's events. */
export type LiveTopic = SharedTopic | ItemTopic | AccountTopic

// The overloads drop the event type. Live updates call a topic only with events of its stream, which the types cannot
// express.
export function accountTopic<E extends Event>(topic: AccountTopic<E>): AccountTopic
export function accountTopic(topic: AccountTopic): AccountTopic {
  return topic
}

export function itemTopic<E extends Event>(topic: ItemTopic<E>): ItemTopic
export function itemTopic(topic: ItemTopic): ItemTopic {
  return topic
}
