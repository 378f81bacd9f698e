import { field } from "@media/query/Field"
import { boolean, text } from "@media/query/FieldType"
import { expression, texts } from "../../catalog/filters/sources.ts"

const kinds = ["video"]

/** Filter fields for the subtitle tracks of videos: embedded tracks, subtitle files and uploaded tracks. */
export const subtitleFields = [
  field("hasSubtitles", {
    ...{ kinds, type: boolean, cost: "computed" },
    source: expression("exists (select from subtitle_tracks k where k.item_id = v.id)"),
    flags: { "has:subtitles": true }
  }),
  field("subtitleLanguage", {
    ...{ kinds, type: text, cost: "computed", aliases: ["sub"] },
    source: texts("select distinct k.language from subtitle_tracks k where k.item_id = v.id")
  })
]
