import type { EventTag } from "./Event.ts"

/** Converts an old shape of an event to the next shape. Stored rows are never rewritten, so upcasts are permanent. */
export interface Upcast {
  readonly from: EventTag
  readonly to: EventTag
  readonly migrate: (data: unknown) => unknown
}
