import { field } from "@media/query/Field"
import { boolean } from "@media/query/FieldType"
import { expression } from "../../catalog/filters/sources.ts"

/** Filter fields for the generated previews of videos. */
export const previewFields = [
  field("hasTrickplay", {
    ...{ kinds: ["video"], type: boolean, cost: "computed" },
    source: expression(
      "exists (select from video_previews k where k.item_id = v.id and k.version is not null)"
    ),
    label: "Has preview pictures",
    flags: { "has:trickplay": true }
  })
]
