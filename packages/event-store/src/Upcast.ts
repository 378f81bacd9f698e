import type { EventTag } from "./Event.ts"

/** Reads an old shape as the next one. The stored row is never rewritten; upcasts are permanent. */
export interface Upcast {
  readonly from: EventTag
  readonly to: EventTag
  readonly migrate: (data: unknown) => unknown
}
