import type { Event } from "@media/event-store/Event"
import { summaries } from "../../generated/summaries.ts"
import type { ItemSummary } from "../../ItemSummaries.ts"

const byEvent: ReadonlyMap<string, ItemSummary> = new Map(summaries.map((each) => [each.event, each]))

/**
 * Returns the item's values that an event of its kind sets, such as the duration from a probe. Undefined for events
 * without such values.
 */
export const summaryOf = (event: Event) => {
  const found = byEvent.get(event._tag)
  return found === undefined
    ? undefined
    : { isExamination: found.isExamination, source: found.source, values: found.values(event as never) }
}
