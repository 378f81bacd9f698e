import { type Field, field, fieldTable } from "../Field.ts"
import {
  bitrate,
  boolean,
  bytes,
  collection,
  date,
  hash,
  number,
  oneOf,
  rating,
  ref,
  seconds,
  text,
  time
} from "../FieldType.ts"

const source = undefined
const all = { kinds: "all", source } as const
const ofVideos = { kinds: ["movie", "episode", "video"], source } as const

const flag = (
  name: string,
  flags: Readonly<Record<string, boolean>>,
  params: NonNullable<Field["params"]> = {}
): Field => field(name, { ...all, type: boolean, cost: "viewer", flags, params })

/** The fields of performers in the examples. */
export const performerFields = fieldTable<unknown>([
  field("name", { ...all, type: text, cost: "trigram" }),
  field("gender", { ...all, type: oneOf(["female", "male", "non_binary"]), cost: "indexed" }),
  field("age", { ...all, type: number, cost: "computed" }),
  field("country", { ...all, type: text, cost: "indexed" }),
  flag("favorite", { "is:favorite": true })
])

const resolutions = ["240p", "360p", "480p", "720p", "1080p", "1440p", "4k", "8k"]
const kinds = ["movie", "episode", "video", "series", "track", "book", "image"]

/** The fields in the examples of the query language, with at least one field of every type. */
export const exampleFields = fieldTable<unknown>([
  field("kind", { ...all, type: oneOf(kinds), aliases: ["type"], cost: "counted" }),
  field("title", { ...all, type: text, cost: "trigram", sortable: true }),
  field("path", { ...all, type: text, cost: "computed" }),
  field("source.title", { ...all, type: oneOf(["user", "nfo", "tags"]), cost: "computed" }),
  field("year", {
    ...all,
    type: number,
    cost: "indexed",
    sortable: true,
    params: { yearFrom: "greater_equal", yearTo: "less_equal" }
  }),
  field("duration", { ...ofVideos, type: seconds, cost: "indexed", sortable: true }),
  field("size", { ...all, type: bytes, cost: "indexed", sortable: true }),
  field("bitRate", { ...ofVideos, type: bitrate, cost: "computed" }),
  field("resolution", { ...ofVideos, type: oneOf(resolutions, true), cost: "indexed" }),
  field("videoCodec", { ...ofVideos, type: text, aliases: ["codec"], cost: "computed" }),
  field("createdAt", {
    ...all,
    type: time,
    aliases: ["added"],
    label: "Added",
    cost: "indexed",
    sortable: true
  }),
  field("lastPlayedAt", { ...all, type: time, aliases: ["played"], cost: "viewer" }),
  field("playCount", { ...all, type: number, aliases: ["plays"], cost: "viewer" }),
  field("date", { ...all, type: date, cost: "indexed" }),
  field("rating", { ...all, type: rating, cost: "viewer", sortable: true }),
  field("genre", { ...all, type: text, cost: "lookup" }),
  field("bpm", { ...all, type: number, cost: "computed" }),
  field("tag", { ...all, type: ref("tag", { isTree: true }), cost: "lookup" }),
  field("studio", { ...all, type: ref("studio", { isTree: true }), cost: "lookup" }),
  field("artist", { ...all, type: ref("artist"), cost: "lookup" }),
  field("performer", { ...all, type: ref("performer", { fields: () => performerFields }), cost: "lookup" }),
  field("subtitleLanguage", { ...all, type: text, aliases: ["sub"], cost: "lookup" }),
  field("audioLanguage", { ...all, type: text, aliases: ["audio"], cost: "lookup" }),
  field("inCollection", { ...all, type: collection, aliases: ["in"], cost: "lookup" }),
  field("phash", { ...ofVideos, type: hash, cost: "lookup" }),
  field("random", { ...all, type: number, cost: "indexed", sortable: true }),
  flag("isFavorite", { "is:favorite": true }),
  flag("isWatched", { "is:watched": true, "is:unwatched": false }, { unwatched: "is_false" }),
  flag("isStarted", { "is:started": true, "is:new": false }),
  flag("isHdr", { "is:hdr": true }),
  flag("hasSubtitles", { "has:subtitles": true })
])
