import { field, fieldTable } from "@media/query/Field"
import { boolean, number, ref, seconds, text, time } from "@media/query/FieldType"
import { expression, reference, type RelationTable, type SqlSource } from "../../catalog/filters/sources.ts"

const all = { kinds: "all", cost: "computed" } as const

/** The names of tags that every account may see. Tags marked NSFW are excluded, so that a search cannot find them. */
const names: RelationTable = { table: "marker_tag_names", id: "tag_id", name: "name", item: "marker_id" }

const ofVideo = { kinds: ["video"], cost: "computed" } as const

/** Filter fields of items for the markers of videos. */
export const videoMarkerFields = [
  field("hasMarkers", {
    ...{ ...ofVideo, type: boolean },
    source: expression("exists (select from video_markers k where k.item_id = v.id)"),
    flags: { "has:markers": true }
  }),
  field("markerCount", {
    ...{ ...ofVideo, type: number },
    source: expression("(select count(*)::float8 from video_markers k where k.item_id = v.id)")
  })
]

/** Filter fields of markers `m` and their videos `v`. */
export const markerFields = fieldTable<SqlSource>([
  field("title", { ...all, type: text, source: expression("m.title"), sortable: true, searched: true }),
  field("video", { ...all, type: text, source: expression("v.title"), sortable: true, searched: true }),
  field("start", { ...all, type: seconds, source: expression("m.start_seconds"), sortable: true }),
  field("end", { ...all, type: seconds, source: expression("m.end_seconds") }),
  field("length", {
    ...all,
    type: seconds,
    source: expression("(m.end_seconds - m.start_seconds)"),
    sortable: true
  }),
  field("tag", {
    ...all,
    type: ref("tag"),
    source: { from: "relation", of: "m.id", tables: [names] },
    label: "Tags"
  }),
  field("duration", {
    ...all,
    type: seconds,
    source: expression("v.duration"),
    label: "Duration of the video"
  }),
  field("library", {
    ...all,
    type: ref("library"),
    source: reference("v.library_id", { table: "libraries", id: "id", name: "name" })
  }),
  field("createdAt", {
    ...all,
    type: time,
    source: expression("m.created_at"),
    aliases: ["added"],
    label: "Added",
    sortable: true
  })
])
