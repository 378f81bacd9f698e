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
  about: "photos and drawings",
  stores: "events, on the stream of the item: what the file says of itself",
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
    stillDecoder: "the decoder of pictures with the formats that only ffmpeg decodes",
    onThisDay: "images taken on the same day of earlier years",
    timeline: "how many images were taken on each day, as the caller sees it"
  }
})
