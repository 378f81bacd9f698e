import type { Event, Recorded } from "@media/event-store/Event"
import type { Act } from "./platform/access/Access.ts"

interface Topic {
  /** The first word of the event tags: `library` in `library.renamed.v1`. */
  readonly stream: string
  /** The name in the messages of the live protocol. */
  readonly topic: string
}

type Of<E extends Event, A> = (recorded: Recorded<E>) => A

/**
 * Everyone receives only the name of the topic, and pages reload what they may see. With `act`, only accounts with that
 * permission receive it.
 */
export interface SharedTopic extends Topic {
  readonly act?: Act
  /** Items that no event names may have appeared or disappeared. */
  readonly changesItems?: true
}

/** Receivers get the ids of the items that they may see. */
export interface ItemTopic<E extends Event = never> extends Topic {
  readonly topic: "items"
  readonly ids: Of<E, ReadonlyArray<string>>
  /** True if the event may hide items from some receivers. These get no ids and reload their visible items. */
  readonly mayHide?: Of<E, boolean>
}

/**
 * Only the sockets of one account receive the ids of its own state. Accounts that may do `act` also receive the name of
 * the topic.
 */
export interface AccountTopic<E extends Event = never> extends Topic {
  readonly act?: Act
  /**
   * True if the ids belong to the account itself. Otherwise they are ids of items, and receivers get those that they
   * may see.
   */
  readonly ownsIds?: true
  readonly account: Of<E, string>
  readonly ids: Of<E, ReadonlyArray<string>>
}

/** The live message for a slice's events. */
export type LiveTopic = SharedTopic | ItemTopic | AccountTopic

// Overloads, because live updates only call a topic with events of its stream, which the types do not know.
export function accountTopic<E extends Event>(topic: AccountTopic<E>): AccountTopic
export function accountTopic(topic: AccountTopic): AccountTopic {
  return topic
}

export function itemTopic<E extends Event>(topic: ItemTopic<E>): ItemTopic
export function itemTopic(topic: ItemTopic): ItemTopic {
  return topic
}
