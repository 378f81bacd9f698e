import { defineSlice } from "../../defineSlice.ts"
import { previewEvents } from "./events.ts"
import { previewsTopic } from "./live.ts"
import { previewsProjection } from "./projection.ts"
import { clipRoute } from "./raw.ts"
import { previewMaintenance } from "./maintenance.ts"
import { previewFollowUp } from "./followUps.ts"
import { previewFields } from "./fields.ts"
import { previewHistory } from "./history.ts"

export const previewsSlice = defineSlice({
  name: "previews",
  about: "previews of videos: trickplay thumbnails and a short clip",
  stores: "events, on the stream of the item; the bytes are in the cache and can be regenerated",
  open: ["backfill", "make", "serve"],
  events: previewEvents,
  history: previewHistory,
  fields: previewFields,
  projections: [previewsProjection],
  raw: [clipRoute],
  live: [previewsTopic],
  maintenance: [previewMaintenance],
  followUps: [previewFollowUp],
  concepts: {
    clip: "makes a clip of a few silent seconds from the whole video",
    make: "makes all previews of a video, in a job",
    record: "records previews on the stream of their video",
    serve: "serves trickplay sheets and clips, and requests missing ones again",
    sheets: "computes the number and size of trickplay thumbnails, and their layout on sheets",
    subject: "the open video file from which previews are made",
    trickplay: "makes the trickplay sheets of a video",
    vtt: "formats the WebVTT file that maps times to thumbnails"
  }
})
