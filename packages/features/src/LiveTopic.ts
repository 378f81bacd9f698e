import type { Event, Recorded } from "@media/event-store/Event"
import type { Act } from "./platform/access/Access.ts"

interface Topic {
  /** The first word of the tags: `library` of `library.renamed.v1`. */
  readonly stream: string
  /** The name in the messages of the live protocol. */
  readonly topic: string
}

type Of<E extends Event, A> = (recorded: Recorded<E>) => A

/**
 * Everyone receives the bare topic, and pages read what they may see. With `act`, only accounts that may do it receive
 * it.
 */
export interface SharedTopic extends Topic {
  readonly act?: Act
  /** Items may have appeared or vanished that no event names. */
  readonly changesItems?: true
}

/** Receivers get the ids of the items that they may see. */
export interface ItemTopic<E extends Event = never> extends Topic {
  readonly topic: "items"
  readonly ids: Of<E, ReadonlyArray<string>>
  /** The event may hide items from some receivers: these read their visible items again and get no ids. */
  readonly mayHide?: Of<E, boolean>
}

/**
 * The sockets of one account receive the ids of its own state, and no others do. Accounts that may do `act` receive the
 * bare topic, too.
 */
export interface AccountTopic<E extends Event = never> extends Topic {
  readonly act?: Act
  /**
   * The ids belong to the account itself. Without it, they are ids of items, and receivers get those that they see.
   */
  readonly ownsIds?: true
  readonly account: Of<E, string>
  readonly ids: Of<E, ReadonlyArray<string>>
}

/** The live message for a slice's events. */
export type LiveTopic = SharedTopic | ItemTopic | AccountTopic

// Overloads: live updates call a topic with events of its stream alone, which the types do not know.
export function accountTopic<E extends Event>(topic: AccountTopic<E>): AccountTopic
export function accountTopic(topic: AccountTopic): AccountTopic {
  return topic
}

export function itemTopic<E extends Event>(topic: ItemTopic<E>): ItemTopic
export function itemTopic(topic: ItemTopic): ItemTopic {
  return topic
}
