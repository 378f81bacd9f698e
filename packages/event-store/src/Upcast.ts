import type { EventTag } from "./Event.ts"

/** Converts an old shape to the next one. The stored row is never rewritten, so upcasts are permanent. */
export interface Upcast {
  readonly from: EventTag
  readonly to: EventTag
  readonly migrate: (data: unknown) => unknown
}
