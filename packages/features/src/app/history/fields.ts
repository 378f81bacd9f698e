import { field, fieldTable } from "@media/query/Field"
import { boolean, number, oneOf, text, time } from "@media/query/FieldType"
import { expression, naming, type SqlSource } from "../../catalog/filters/sources.ts"
import { historyKinds } from "../../EventHistory.ts"
import { kindExpression } from "./kinds.ts"

const all = { kinds: "all", cost: "computed" } as const

/** Filter fields of events `e` in the activity log. */
export const historyFields = fieldTable<SqlSource>([
  field("type", { ...all, type: text, source: expression("e.type"), label: "Event" }),
  field("kind", { ...all, type: oneOf(historyKinds), source: expression(kindExpression("e.type")) }),
  field("at", { ...all, type: time, source: expression("e.at"), label: "Time" }),
  field("actor", {
    ...all,
    type: text,
    source: expression("(select a.display_name from accounts a where a.id::text = e.meta->>'actor')"),
    aliases: ["by"]
  }),
  field("isByServer", {
    ...all,
    type: boolean,
    source: expression("(coalesce(e.meta->>'actor', '') = '' and e.type <> 'sign-in.failed.v1')"),
    flags: { "is:automatic": true }
  }),
  field("target", {
    ...all,
    type: text,
    source: naming("(select i.title from items i where i.id = e.stream_id)")
  }),
  field("address", { ...all, type: text, source: expression("e.meta->>'address'") }),
  field("requestId", {
    ...all,
    type: text,
    source: expression("e.meta->>'requestId'"),
    aliases: ["request"]
  }),
  field("batchId", { ...all, type: text, source: expression("e.meta->>'batchId'"), aliases: ["batch"] }),
  field("position", { ...all, type: number, source: expression("e.position") })
])
