import { field } from "@media/query/Field"
import { boolean, text } from "@media/query/FieldType"
import { expression, texts } from "../../catalog/filters/sources.ts"

const kinds = ["video"]

/** The subtitle tracks of videos: in the file, next to it, or added by a user. */
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
