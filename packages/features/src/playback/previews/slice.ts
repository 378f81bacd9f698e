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
  about: "what shows a video before it is played: trickplay sheets and a short clip",
  stores:
    "events, on the stream of the item; the bytes lie in the cache and are made again when they are gone",
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
    clip: "a few silent seconds from all over a video",
    make: "all previews of one video, for the job that makes them",
    record: "what was made, on the stream of its video",
    serve: "the bytes of sheets and clips, asked for again when they are gone",
    sheets: "how many cells a video has, how large they are and how they lie on sheets",
    subject: "a video that is open while previews are made of it",
    trickplay: "the sheets of a video",
    vtt: "WebVTT that says where on the sheets a time is"
  }
})
