import { field } from "@media/query/Field"
import { bitrate, boolean, number, text } from "@media/query/FieldType"
import { expression, fact, listedFact, texts } from "../../catalog/filters/sources.ts"

const kinds = ["video"]
const ofProbe = (name: string) => fact("video_facts", name)
const listed = (name: string) => listedFact("video_facts", name)

/** Builds an SQL query over the streams in the probe result of the video `v`. `s.f` is the JSON object of a stream. */
const streams = (of: string, where: string) =>
  `select ${of} from video_facts k, jsonb_array_elements(k.probe -> 'streams') s(f)
    where k.item_id = v.id and ${where}`
const ofStreams = (of: string, where: string) => expression(`(${streams(of, where)})`)
const isMain = "s.f ->> 'kind' = 'video' and not (s.f ->> 'isAttachedPicture')::boolean"

/** Filter fields for the probe results of videos. */
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
  }),
  field("isHdr", {
    ...{ kinds, type: boolean, cost: "computed", label: "Is HDR" },
    source: ofStreams(
      "coalesce(bool_or(s.f ->> 'colorTransfer' in ('smpte2084', 'arib-std-b67')), false)",
      isMain
    ),
    flags: { "is:hdr": true }
  }),
  field("bitDepth", {
    ...{ kinds, type: number, cost: "computed" },
    source: ofStreams("max((s.f ->> 'bitsPerRawSample')::float8)", isMain)
  }),
  field("audioChannels", {
    ...{ kinds, type: number, cost: "computed", label: "Audio channels" },
    source: ofStreams("max((s.f ->> 'channels')::float8)", "s.f ->> 'kind' = 'audio'")
  }),
  field("audioLanguage", {
    ...{ kinds, type: text, cost: "computed", aliases: ["audio"] },
    source: texts(streams("distinct s.f ->> 'language'", "s.f ->> 'kind' = 'audio'"))
  }),
  field("hasChapters", {
    ...{ kinds, type: boolean, cost: "computed" },
    source: expression(`exists (select from video_facts k where k.item_id = v.id
      and jsonb_array_length(coalesce(k.probe -> 'chapters', '[]')) > 0)`),
    flags: { "has:chapters": true }
  })
]
