import { registry, slices } from "@media/features/generated/slices"
import type { Event } from "@media/event-store/Event"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { code, page, table } from "./Markdown.ts"
import { fieldsOf } from "./TypeText.ts"

const tagOf = (schema: Schema.Schema.Any): Event["_tag"] => {
  const { ast } = Schema.typeSchema(schema as Schema.Schema<unknown>)
  const tag = AST.getPropertySignatures(ast).find(({ name }) => name === "_tag")?.type
  return tag !== undefined && AST.isLiteral(tag) ? String(tag.literal) : ""
}

/** Writes the page that lists all events with their projections, and whether each event queues jobs. */
export const eventsPage = (): string =>
  page(
    "Events",
    "The events of each slice. The name of an event is stored in the database and never changes. If the schema of an event changes, the event gets a new version. The events of the " +
      "queues (`jobs.*`) are written by SQL functions and described in [packages/jobs](../../packages/jobs/README.md).",
    ...slices.flatMap(({ events, name }) => [
      `## ${name}`,
      table(
        ["Event", "Data", "Projections", "Queues jobs"],
        events.map((schema) => {
          const tag = tagOf(schema)
          const projections = registry.projections.filter(({ handlers }) => tag in handlers)
          return [
            code(tag),
            code(fieldsOf(schema)),
            projections.map(({ name }) => name).join(", "),
            registry.policies.some((policy) => tag in policy) ? "yes" : ""
          ]
        })
      )
    ])
  )
