import { field, fieldTable } from "@media/query/Field"
import { boolean, number, oneOf, seconds, text, time } from "@media/query/FieldType"
import { JobStatus } from "@media/jobs/JobRun"
import { expression, naming, type SqlSource } from "../../catalog/filters/sources.ts"

const all = { kinds: "all", cost: "computed" } as const

/** Filter fields of job runs. Callers can search only for names of targets that they may see. */
export const jobFields = fieldTable<SqlSource>([
  field("status", { ...all, type: oneOf(JobStatus.literals), source: expression("status"), cost: "indexed" }),
  field("queue", { ...all, type: text, source: expression("queue_name"), cost: "indexed" }),
  field("target", { ...all, type: text, source: naming("target_label"), searched: true }),
  field("targetType", { ...all, type: text, source: expression("target_type") }),
  field("reason", { ...all, type: text, source: naming("case when state in (3, 4) then reason end") }),
  field("isExhausted", {
    ...all,
    type: boolean,
    source: expression("is_exhausted"),
    flags: { "is:exhausted": true }
  }),
  field("attempts", { ...all, type: number, source: expression("attempts") }),
  field("priority", { ...all, type: number, source: expression("priority") }),
  field("triggeredBy", { ...all, type: text, source: expression("triggered_by"), aliases: ["by"] }),
  field("queuedAt", { ...all, type: time, source: expression("queued_at"), aliases: ["queued"] }),
  field("startedAt", { ...all, type: time, source: expression("started_at"), aliases: ["started"] }),
  field("finishedAt", { ...all, type: time, source: expression("finished_at"), aliases: ["finished"] }),
  field("duration", {
    ...all,
    type: seconds,
    source: expression("extract(epoch from finished_at - started_at)::float8")
  })
])
