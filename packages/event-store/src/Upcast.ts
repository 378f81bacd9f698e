import type { EventTag } from "./Event.ts"

/**
 * Converts events of an old type to a newer type when they are read. Upcasts must never be removed, because stored
 * events are not rewritten.
 */
export interface Upcast {
  readonly from: EventTag
  readonly to: EventTag
  readonly migrate: (data: unknown) => unknown
}
