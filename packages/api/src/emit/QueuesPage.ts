import { processors } from "@media/features/processors"
import { queues, type QueueDef, type QueueName } from "@media/jobs/QueueDef"
import { fieldsOf } from "./TypeText.ts"
import { code, page, table } from "./Markdown.ts"

type AnyQueue = QueueDef<QueueName, unknown, unknown>

const isQueue = (value: unknown): value is AnyQueue =>
  typeof value === "object" && value !== null && "payload" in value && "label" in value && "name" in value

/** `modules` are the slices' `queue.ts`. */
export const queuesPage = (modules: ReadonlyArray<object>): string => {
  const defined = new Map(
    modules.flatMap((module) =>
      Object.values(module)
        .filter(isQueue)
        .map((queue) => [queue.name, queue] as const)
    )
  )
  const worked = new Set(processors.map(({ queue }) => queue))
  return page(
    "Queues",
    "In the order operators see them. A queue without a processor exists, can be paused, and stays empty.",
    table(
      ["Name", "Label", "Payload", "Processor"],
      queues.map(({ label, name }) => {
        const queue = defined.get(name)
        return [
          code(name),
          label,
          queue === undefined ? "" : code(fieldsOf(queue.payload)),
          worked.has(name) ? "yes" : "not yet"
        ]
      })
    )
  )
}
