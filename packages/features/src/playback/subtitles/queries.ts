import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import { okInParts } from "@media/wire/OkInParts"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { SubtitleCue, SubtitleTrack } from "./contract.ts"
import { readCues } from "./cues.ts"
import { languageName } from "./language.ts"
import type { Cue } from "./text/Cue.ts"

const Row = Schema.Struct({
  id: Schema.String,
  item_id: Schema.String,
  source: Schema.Literal("sidecar", "embedded", "upload"),
  format: Schema.String,
  language: Schema.NullOr(Schema.String),
  title: Schema.NullOr(Schema.String),
  is_default: Schema.Boolean,
  is_forced: Schema.Boolean,
  is_hearing_impaired: Schema.Boolean,
  stream: Schema.NullOr(Schema.Number),
  cues: Schema.Number,
  failure: Schema.NullOr(Schema.String)
})
const columns = `t.id, t.item_id, t.source, t.format, t.language, t.title, t.is_default, t.is_forced,
  t.is_hearing_impaired, t.stream, t.cues, t.failure`

const labelOf = ({ is_forced, is_hearing_impaired, language, stream, title }: typeof Row.Type): string => {
  const name = languageName(language)
  const flags = [...(is_forced ? ["Forced"] : []), ...(is_hearing_impaired ? ["SDH"] : [])].filter(
    (flag) => title === null || !title.toLowerCase().includes(flag.toLowerCase())
  )
  const said = title === null || title.toLowerCase() === name?.toLowerCase() ? [] : [title]
  const head = name ?? (said.length === 0 ? (stream === null ? "Subtitles" : `Track ${stream}`) : undefined)
  return [...(head === undefined ? [] : [head]), ...said, ...flags].join(", ")
}

const toTrack = (row: typeof Row.Type): SubtitleTrack => {
  const address = `/api/videos/${row.item_id}/subtitles/${row.id}`
  const hasText = row.failure === null
  return {
    id: row.id,
    language: row.language,
    label: labelOf(row),
    source: row.source,
    sourceFormat: row.format,
    isDefault: row.is_default,
    isForced: row.is_forced,
    isHearingImpaired: row.is_hearing_impaired,
    streamIndex: row.stream,
    cueCount: row.cues,
    url: hasText ? `${address}/source` : null,
    cuesUrl: hasText ? `${address}/cues` : null,
    failure: row.failure
  }
}

const Seen = Schema.Struct({ id: Schema.String })

/** Returns the id if the caller may see the video. */
export const requireVideo = Effect.fn("subtitles.requireVideo")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "video" })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* rowOf(Seen)(sql`
    select v.id from items v where v.id = ${id} and v.kind = 'video' and ${visibility.items("v")}`)
  return Option.isSome(found) ? found.value.id : yield* new NotFound({ what: "video" })
})

/** The subtitles of a video that the caller may see: embedded ones first, in the file's order. */
export const listSubtitles = Effect.fn("subtitles.list")(function* (principal: Principal, id: string) {
  yield* requireVideo(principal, id)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Row)(sql`
    select ${sql.literal(columns)} from subtitle_tracks t join items v on v.id = t.item_id
    where t.item_id = ${id} and ${visibility.items("v")}
    order by t.stream nulls last, t.source, t.language nulls last, t.path, t.created_at, t.id`)
  return rows.map(toTrack)
})

/** One track of a video that the caller may see. */
export const requireTrack = Effect.fn("subtitles.requireTrack")(function* (
  principal: Principal,
  id: string,
  trackId: string
) {
  yield* requireVideo(principal, id)
  const sql = yield* SqlClient.SqlClient
  const found = isUuid(trackId)
    ? yield* rowOf(Row)(sql`
        select ${sql.literal(columns)} from subtitle_tracks t where t.id = ${trackId} and t.item_id = ${id}`)
    : Option.none<typeof Row.Type>()
  return Option.isSome(found) ? toTrack(found.value) : yield* new NotFound({ what: "subtitle track" })
})

/** The cues of a track. A track without text is listed with its reason, and not found here. */
export const cuesOf = Effect.fn("subtitles.cues")(function* (
  principal: Principal,
  id: string,
  trackId: string
) {
  const track = yield* requireTrack(principal, id, trackId)
  if (track.failure !== null) return yield* new NotFound({ what: "subtitle track" })
  return yield* readCues(track.id)
})

const cueAsWire = ({ endMs, markup, settings, startMs, text }: Cue, index: number): SubtitleCue => ({
  index,
  start: startMs / 1_000,
  end: endMs / 1_000,
  text,
  ...(markup === null ? {} : { markup }),
  ...(settings === null ? {} : { settings })
})

/** The whole answer, because a track may have 50,000 cues. */
export const cuesResponse = (principal: Principal, id: string, trackId: string) =>
  Effect.flatMap(cuesOf(principal, id, trackId), (cues) => okInParts(cues, cueAsWire))
