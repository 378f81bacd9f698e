import type { Enqueue } from "@media/jobs/Enqueue"
import type { Event, Recorded } from "./Event.ts"

/** What an event sets in motion: jobs, written in the very transaction of the event. */
export type Policy = Readonly<Record<string, (recorded: Recorded<never>) => ReadonlyArray<Enqueue>>>

export const policy = <E extends Event>(reactions: {
  readonly [Tag in E["_tag"]]?: (
    recorded: Recorded<Extract<E, { readonly _tag: Tag }>>
  ) => ReadonlyArray<Enqueue>
}): Policy => reactions as unknown as Policy
