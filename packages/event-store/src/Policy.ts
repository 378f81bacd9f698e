import type { Enqueue } from "@media/jobs/Enqueue"
import type { Event, Recorded } from "./Event.ts"

type Reaction<E extends Event> = (recorded: Recorded<E>) => ReadonlyArray<Enqueue>

/** What an event sets in motion: jobs, written in the very transaction of the event. */
export type Policy = Readonly<Partial<Record<string, Reaction<never>>>>

type Reactions<E extends Event> = {
  readonly [Tag in E["_tag"]]?: Reaction<Extract<E, { readonly _tag: Tag }>>
}

// Overloads: the store knows that it calls a reaction with events of its tag alone, the types do not.
export function policy<E extends Event>(reactions: Reactions<E>): Policy
export function policy(reactions: Policy): Policy {
  return reactions
}
