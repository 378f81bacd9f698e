import type { Enqueue } from "@media/jobs/Enqueue"
import type { Event, Recorded } from "./Event.ts"

type Reaction<E extends Event> = (recorded: Recorded<E>) => ReadonlyArray<Enqueue>

/** Returns the jobs that an event triggers, keyed by event type. The jobs are queued in the event's own transaction. */
export type Policy = Readonly<Partial<Record<string, Reaction<never>>>>

type Reactions<E extends Event> = {
  readonly [Tag in E["_tag"]]?: Reaction<Extract<E, { readonly _tag: Tag }>>
}

// The store calls a reaction only with events of its tag. The types cannot express this rule without overloads.
export function policy<E extends Event>(reactions: Reactions<E>): Policy
export function policy(reactions: Policy): Policy {
  return reactions
}
