import type { Enqueue } from "@media/jobs/Enqueue"
import type { Event, Recorded } from "./Event.ts"

type Reaction<E extends Event> = (recorded: Recorded<E>) => ReadonlyArray<Enqueue>

/** The jobs that an event triggers, enqueued in the event's own transaction. */
export type Policy = Readonly<Partial<Record<string, Reaction<never>>>>

type Reactions<E extends Event> = {
  readonly [Tag in E["_tag"]]?: Reaction<Extract<E, { readonly _tag: Tag }>>
}

// Overloads: the store calls a reaction only with events of its tag, but the types cannot express that.
export function policy<E extends Event>(reactions: Reactions<E>): Policy
export function policy(reactions: Policy): Policy {
  return reactions
}
