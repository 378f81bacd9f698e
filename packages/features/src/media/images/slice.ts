import { defineSlice } from "../../defineSlice.ts"
import { ImagesGroup } from "./contract.ts"
import { imageFields } from "./fields.ts"
import { ImagesLive } from "./http.ts"
import { imageEvents } from "./events.ts"
import { imageKind } from "./kind.ts"
import { imagesProjection } from "./projection.ts"
import { imageSourceRoute } from "./raw.ts"
import { imageSummary } from "./summaries.ts"
import { imageHistory } from "./history.ts"

export const imagesSlice = defineSlice({
  name: "images",
  about: "images: photos and drawings",
  stores: "events, on the stream of the item: the metadata in the file",
  open: ["queries"],
  fields: imageFields,
  events: imageEvents,
  history: imageHistory,
  projections: [imagesProjection],
  groups: [[ImagesGroup, ImagesLive]],
  raw: [imageSourceRoute],
  kinds: [imageKind],
  summaries: [imageSummary],
  concepts: {
    stillDecoder: "chooses ffmpeg for image formats that libvips cannot decode",
    onThisDay: "finds images taken on the same day in earlier years",
    timeline: "counts the images that the caller may see, by the day they were taken"
  }
})
