import { queues } from "@media/jobs/QueueDef"
import { code, page, table } from "../Markdown.ts"
import { fieldsOf } from "../TypeText.ts"
import type { Slice } from "./SliceFolder.ts"

/** Every current or planned queue, and its processor. */
export const queuesPage = (slices: ReadonlyArray<Slice>): string => {
  const defined = new Map(
    slices.flatMap(({ slice }) =>
      (slice.queues ?? []).map((queue) => [queue.definition.name, { slice: slice.name, ...queue }] as const)
    )
  )
  return page(
    "Queues",
    "In the order operators see them. A queue without a processor exists, can be paused, and stays empty.",
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
              queue.backfill === undefined ? "queues nothing" : "yes"
            ]
      })
    )
  )
}
