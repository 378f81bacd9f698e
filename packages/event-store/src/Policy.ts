import type { Enqueue } from "@media/jobs/Enqueue"
import type { Event, Recorded } from "./Event.ts"

type Reaction<E extends Event> = (recorded: Recorded<E>) => ReadonlyArray<Enqueue>

/**
 * For each event type, a function that returns the jobs that an event triggers. The jobs are queued in the transaction
 * that inserts the event.
 */
export type Policy = Readonly<Partial<Record<string, Reaction<never>>>>

type Reactions<E extends Event> = {
  readonly [Tag in E["_tag"]]?: Reaction<Extract<E, { readonly _tag: Tag }>>
}

// The overload gives each reaction the type of its events. Internally, this type is lost, which is safe because the
// store calls a reaction only with events of its tag.
export function policy<E extends Event>(reactions: Reactions<E>): Policy
export function policy(reactions: Policy): Policy {
  return reactions
}
