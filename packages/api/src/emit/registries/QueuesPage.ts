import { queues } from "@media/jobs/QueueDef"
import { code, page, table } from "../Markdown.ts"
import { fieldsOf } from "../TypeText.ts"
import type { Slice } from "./SliceFolder.ts"

/** Writes the page that lists all queues, current and planned, with their processors. */
export const queuesPage = (slices: ReadonlyArray<Slice>): string => {
  const defined = new Map(
    slices.flatMap(({ slice }) =>
      (slice.queues ?? []).map((queue) => [queue.definition.name, { slice: slice.name, ...queue }] as const)
    )
  )
  return page(
    "Queues",
    "The queues are listed in the same order as on the operations page. A queue without a processor can be paused, but is always empty.",
    table(
      ["Name", "Label", "Payload", "Slice", "Run manually"],
      queues.map(({ label, name }) => {
        const queue = defined.get(name)
        return queue === undefined
          ? [code(name), label, "", "not yet", ""]
          : [
              code(name),
              label,
              code(fieldsOf(queue.definition.payload)),
              code(queue.slice),
              queue.backfill === undefined ? "no" : "yes"
            ]
      })
    )
  )
}
