import * as SqlClient from "@effect/sql/SqlClient"
import { NotFound } from "@media/kernel/Errors"
import { isUuid } from "@media/kernel/Ids"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { languageName } from "./languageName.ts"
import type { SubtitleTrack } from "./subtitleContract.ts"

export const SubtitleRow = Schema.Struct({
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
export const subtitleColumns = `t.id, t.item_id, t.source, t.format, t.language, t.title, t.is_default, t.is_forced,
  t.is_hearing_impaired, t.stream, t.cues, t.failure`

const labelOf = ({
  is_forced,
  is_hearing_impaired,
  language,
  stream,
  title
}: typeof SubtitleRow.Type): string => {
  const name = languageName(language)
  const flags = [...(is_forced ? ["Forced"] : []), ...(is_hearing_impaired ? ["SDH"] : [])].filter(
    (flag) => title === null || !title.toLowerCase().includes(flag.toLowerCase())
  )
  const said = title === null || title.toLowerCase() === name?.toLowerCase() ? [] : [title]
  const head = name ?? (said.length === 0 ? (stream === null ? "Subtitles" : `Track ${stream}`) : undefined)
  return [...(head === undefined ? [] : [head]), ...said, ...flags].join(", ")
}

export const toTrack = (row: typeof SubtitleRow.Type): SubtitleTrack => {
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

/** Returns the id if the caller may see the video. Fails with `NotFound` otherwise. */
export const requireVideo = Effect.fn("videos.require")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "video" })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const found = yield* rowOf(Seen)(sql`
    select v.id from items v where v.id = ${id} and v.kind = 'video' and ${visibility.items("v")}`)
  return Option.isSome(found) ? found.value.id : yield* new NotFound({ what: "video" })
})

/** Returns the subtitles of a video that the caller may see. Embedded tracks come first, in the order of the file. */
export const listSubtitles = Effect.fn("videos.subtitles")(function* (principal: Principal, id: string) {
  yield* requireVideo(principal, id)
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(SubtitleRow)(sql`
    select ${sql.literal(subtitleColumns)} from subtitle_tracks t join items v on v.id = t.item_id
    where t.item_id = ${id} and ${visibility.items("v")}
    order by t.stream nulls last, t.source, t.language nulls last, t.path, t.created_at, t.id`)
  return rows.map(toTrack)
})
