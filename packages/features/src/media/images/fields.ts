import { field } from "@media/query/Field"
import { number, text, time } from "@media/query/FieldType"
import { expression, fact, listedFact } from "../../catalog/filters/sources.ts"

const kinds = ["image"]

/** Filter fields for the camera's metadata and the time at which the image was taken. */
export const imageFields = [
  field("takenAt", {
    kinds,
    type: time,
    // The camera's clock has no time zone. Its time is treated as UTC.
    source: expression("(v.moment at time zone 'UTC')"),
    aliases: ["taken"],
    label: "Taken",
    sortable: true,
    cost: "indexed"
  }),
  field("camera", { kinds, type: text, source: listedFact("image_facts", "camera"), cost: "computed" }),
  field("lens", { kinds, type: text, source: listedFact("image_facts", "lens"), cost: "computed" }),
  field("iso", { kinds, type: number, source: fact("image_facts", "iso"), label: "ISO", cost: "computed" }),
  field("aperture", { kinds, type: number, source: fact("image_facts", "aperture"), cost: "computed" }),
  field("focalLength", { kinds, type: number, source: fact("image_facts", "focal_length"), cost: "computed" })
]
