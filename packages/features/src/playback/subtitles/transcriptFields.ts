import { field, fieldTable } from "@media/query/Field"
import { date, ref, seconds, text, time } from "@media/query/FieldType"
import { expression, reference, type SqlSource } from "../../catalog/filters/sources.ts"

const all = { kinds: "all", cost: "computed" } as const

/** Filter fields of transcripts. Cues are `c`, and their videos `v`. */
export const transcriptFields = fieldTable<SqlSource>([
  field("title", { ...all, type: text, source: expression("v.title") }),
  field("language", {
    ...all,
    type: text,
    source: expression("(select s.language from subtitle_tracks s where s.id = c.track_id)")
  }),
  field("start", { ...all, type: seconds, source: expression("(c.start_ms / 1000.0)") }),
  field("duration", { ...all, type: seconds, source: expression("v.duration") }),
  field("date", { ...all, type: date, source: expression("v.date") }),
  field("createdAt", {
    ...all,
    type: time,
    source: expression("v.created_at"),
    aliases: ["added"],
    label: "Added"
  }),
  field("library", {
    ...all,
    type: ref("library"),
    source: reference("v.library_id", { table: "libraries", id: "id", name: "name" })
  })
])
