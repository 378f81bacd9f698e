import { field } from "@media/query/Field"
import { bitrate, number, text } from "@media/query/FieldType"
import { fact, listedFact } from "../../catalog/filters/sources.ts"

const kinds = ["video"]
const ofProbe = (name: string) => fact("video_facts", name)
const listed = (name: string) => listedFact("video_facts", name)

/** The results of a video's probe. */
export const videoFields = [
  field("container", { kinds, type: text, source: listed("container"), cost: "computed" }),
  field("videoCodec", {
    kinds,
    type: text,
    source: listed("video_codec"),
    aliases: ["codec"],
    cost: "computed"
  }),
  field("audioCodec", { kinds, type: text, source: listed("audio_codec"), cost: "computed" }),
  field("frameRate", {
    kinds,
    type: number,
    source: ofProbe("frame_rate"),
    aliases: ["fps"],
    sortable: true,
    cost: "computed"
  }),
  field("bitRate", {
    kinds,
    type: bitrate,
    source: ofProbe("bit_rate"),
    sortable: true,
    cost: "computed"
  })
]
