import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { isUuid } from "@media/kernel/Ids"
import { pageWindow } from "@media/kernel/PageWindow"
import { toTimestamp } from "@media/kernel/Timestamp"
import { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { QueryCache } from "@media/pg/QueryCache"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import { NotFound } from "@media/kernel/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../visibility/Visibility.ts"
import { VideoStatus, type Video, type VideoFilter, type VideoSummary } from "./contract.ts"
import { directPlayable } from "./directPlay.ts"

const summaryFields = {
  id: Schema.String,
  kind: Schema.Literal("movie", "episode", "video"),
  title: Schema.String,
  status: VideoStatus,
  is_nsfw: Schema.Boolean,
  is_organized: Schema.Boolean,
  library_id: Schema.String,
  date: Schema.NullOr(Schema.String),
  rating: Schema.NullOr(Schema.Number),
  size_bytes: Schema.Number,
  container: Schema.NullOr(Schema.String),
  duration: Schema.NullOr(Schema.Number),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  video_codec: Schema.NullOr(Schema.String),
  audio_codec: Schema.NullOr(Schema.String),
  playback_failure: Schema.NullOr(Schema.String),
  created_at: Schema.DateFromSelf,
  updated_at: Schema.DateFromSelf
}
const SummaryRow = Schema.Struct(summaryFields)
const VideoRow = Schema.Struct({
  ...summaryFields,
  sort_title: Schema.String,
  details: Schema.NullOr(Schema.String),
  root_id: Schema.String,
  path: Schema.String,
  frame_rate: Schema.NullOr(Schema.Number),
  bit_rate: Schema.NullOr(Schema.Number),
  failure: Schema.NullOr(Schema.String),
  is_failure_passing: Schema.Boolean,
  edit_version: Schema.Number,
  probe: Schema.NullOr(Schema.Unknown)
})

const columnsOf = (fields: object): string =>
  Object.keys(fields)
    .map((name) => (name === "rating" ? "w.rating" : `v.${name}`))
    .join(", ")

const toSummary = (row: typeof SummaryRow.Type): VideoSummary => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  isMissing: row.status === "missing",
  isNsfw: row.is_nsfw,
  isOrganized: row.is_organized,
  libraryId: row.library_id,
  date: row.date,
  rating: row.rating,
  size: row.size_bytes,
  container: row.container,
  duration: row.duration,
  width: row.width,
  height: row.height,
  videoCodec: row.video_codec,
  audioCodec: row.audio_codec,
  playbackFailure: row.playback_failure,
  createdAt: toTimestamp(row.created_at),
  updatedAt: toTimestamp(row.updated_at)
})

const decodeFacts = Schema.decodeUnknownOption(ProbeFacts)

const toVideo = (row: typeof VideoRow.Type): Video => {
  const facts = Option.getOrUndefined(row.probe === null ? Option.none() : decodeFacts(row.probe))
  return {
    ...toSummary(row),
    sortTitle: row.sort_title,
    details: row.details,
    rootId: row.root_id,
    path: row.path,
    frameRate: row.frame_rate,
    bitRate: row.bit_rate,
    failure: row.failure,
    isFailurePassing: row.is_failure_passing,
    version: row.edit_version,
    streams: (facts?.streams ?? []).map((stream) => ({
      index: stream.index,
      kind: stream.kind,
      codec: stream.codec,
      language: stream.language ?? null,
      title: stream.title ?? null,
      width: stream.width ?? null,
      height: stream.height ?? null,
      channels: stream.channels ?? null,
      sampleRate: stream.sampleRate ?? null,
      isDefault: stream.isDefault
    })),
    chapters: facts?.chapters ?? [],
    playback: {
      directUrl: `/api/video-stream/${row.id}/source`,
      hlsUrl: `/api/video-stream/${row.id}/hls/master.m3u8`,
      directPlayable: directPlayable(facts)
    }
  }
}

const sortColumns = {
  createdAt: "created_at",
  title: "sort_title",
  date: "date",
  duration: "duration",
  size: "size_bytes",
  random: "shuffle_key"
} as const

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&")
const Total = Schema.Struct({ n: Schema.NullOr(Schema.Number) })

/**
 * A page of the videos the caller may see, and how many there are in all. The page is found in the index alone and
 * only its rows are fetched, so that the last page of 100,000 costs little more than the first; the total comes
 * from the maintained counts unless a filter is in play that these do not know (a common word among 100,000 titles
 * takes PostgreSQL 16 ms), and is kept while nothing changes, as somebody pages through what was found. The length is
 * written out, since PostgreSQL plans a statement anew each time (0.2 ms) whose limit it must guess.
 */
export const listVideos = Effect.fn("videos.list")(function* (principal: Principal, filter: VideoFilter) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const countable: Array<(alias: string) => Fragment> = []
  const others: Array<Fragment> = []
  const status = filter.status ?? (filter.isMissing === true ? "missing" : undefined)
  if (filter.libraryId !== undefined) {
    countable.push((alias) => sql`${sql.literal(alias)}.library_id = ${filter.libraryId}`)
  }
  if (status !== undefined) countable.push((alias) => sql`${sql.literal(alias)}.status = ${status}`)
  if (filter.isMissing === false) countable.push((alias) => sql`${sql.literal(alias)}.status <> 'missing'`)
  if (filter.isOrganized !== undefined) {
    countable.push((alias) => sql`${sql.literal(alias)}.is_organized = ${filter.isOrganized}`)
  }
  // Small letters are PostgreSQL's on both sides: its rules and JavaScript's differ for some (a final sigma).
  const words = (filter.q ?? "")
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
  for (const word of words.slice(0, 8)) {
    others.push(sql`lower(normalize(v.title, NFC)) like lower(${`%${escapeLike(word)}%`}::text)`)
  }

  const where = sql.and([visibility.videos("v"), ...countable.map((condition) => condition("v")), ...others])
  const count =
    others.length > 0
      ? sql`select count(*) as n from videos v where ${where}`
      : sql`select sum(c.n)::int as n from video_counts c
            where ${sql.and([visibility.videoCounts("c"), ...countable.map((condition) => condition("c"))])}`
  const total = yield* (yield* QueryCache).get(
    "videos",
    JSON.stringify(count.compile()),
    Effect.map(rowOf(Total)(count), (row) => Option.getOrUndefined(row)?.n ?? 0)
  )
  const { isBackwards, limit, offset } = pageWindow(total, filter.page, filter.perPage)
  const ordered = (direction: "asc" | "desc") =>
    sql.literal(`v.${sortColumns[filter.sort]} ${direction}, v.id ${direction}`)
  const found = isBackwards ? (filter.order === "asc" ? "desc" : "asc") : filter.order
  const items = yield* rowsOf(SummaryRow)(sql`
    with page as materialized (
      select v.id from videos v where ${where} order by ${ordered(found)}
      limit ${sql.literal(String(limit))}${offset === 0 ? sql.literal("") : sql` offset ${offset}`}
    )
    select ${sql.literal(columnsOf(summaryFields))}
    from page p join videos v on v.id = p.id
      left join viewings w on w.video_id = v.id and w.account_id = ${principal.accountId}
    order by ${ordered(filter.order)}`)
  return { items: items.map(toSummary), total, page: filter.page, perPage: filter.perPage }
})

export const getVideo = Effect.fn("videos.get")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return yield* new NotFound({ what: "video" })
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const row = yield* rowOf(VideoRow)(sql`
    select ${sql.literal(columnsOf(VideoRow.fields))}
    from videos v left join viewings w on w.video_id = v.id and w.account_id = ${principal.accountId}
    where v.id = ${id} and ${visibility.videos("v")}`)
  return Option.isSome(row) ? toVideo(row.value) : yield* new NotFound({ what: "video" })
})
