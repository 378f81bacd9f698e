import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { PLAN_EACH_TIME } from "@media/pg/PreparingClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { bounded } from "../../catalog/filters/bounded.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { TranscriptFilter, TranscriptHit } from "./contract.ts"
import { readTranscriptQuery } from "./transcriptQuery.ts"
import { MOST_WORDS, phraseIn, phraseOf, toQuery, type Phrase } from "./text/Words.ts"

/**
 * The maximum of `total`. Counting stops here, because frequent words such as "the" are in a third of all cues, and no
 * user reads more hits.
 */
export const MOST_HITS = 2_000

const Row = Schema.Struct({
  item_id: Schema.String,
  title: Schema.String,
  track_id: Schema.String,
  language: Schema.NullOr(Schema.String),
  start_ms: Schema.Number,
  end_ms: Schema.Number,
  text: Schema.String,
  after: Schema.Array(Schema.Struct({ endMs: Schema.Number, text: Schema.String })),
  total: Schema.Number
})

/** Returns a hit with all cues that contain the phrase. The phrase may begin in one cue and end in a later cue. */
const hitOf = (row: typeof Row.Type, phrase: Phrase): TranscriptHit => {
  let [text, endMs, highlights] = [row.text, row.end_ms, phraseIn(row.text, phrase)]
  for (const next of row.after) {
    if (highlights.length > 0) break
    text = `${text}\n${next.text}`
    endMs = next.endMs
    highlights = phraseIn(text, phrase)
  }
  return {
    videoId: row.item_id,
    title: row.title,
    trackId: row.track_id,
    language: row.language,
    start: row.start_ms / 1_000,
    end: endMs / 1_000,
    text,
    highlights
  }
}

/**
 * Finds the lines that contain a phrase in all videos that the caller may see. The lines are sorted by video and then
 * by time. If several tracks of a video have the same line at the same time, the line is returned once.
 */
export const searchTranscripts = Effect.fn("subtitles.search")(function* (
  principal: Principal,
  { libraryId, page, perPage, q, videoId }: TranscriptFilter
) {
  const query = yield* readTranscriptQuery(principal, q)
  const phrase = phraseOf(query.phrase)
  const nothing = { items: [], total: 0, page, perPage }
  if (phrase === undefined) return nothing
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const { beginning, words } = toQuery(phrase)
  const narrowed = sql.and([
    ...(beginning === undefined
      ? [sql`c.words @@ ${words}::tsquery`]
      : // "is true" keeps PostgreSQL from using the index on words, which is slow for frequent words.
        [sql`c.phrases @> array[phrase_number(${beginning})]`, sql`(c.words @@ ${words}::tsquery) is true`]),
    visibility.items("v"),
    sql.literal("v.kind = 'video'"),
    // The cues of a replaced file may not be deleted yet.
    sql.literal("exists (select from subtitle_tracks s where s.id = c.track_id)"),
    query.where,
    ...(libraryId === undefined ? [] : [sql`v.library_id = ${libraryId}`]),
    ...(videoId === undefined ? [] : [sql`v.id = ${videoId}`])
  ])
  const listing = rowsOf(Row)(sql`
    -- Rare phrases use the index. Frequent ones are read video by video until enough are found.
    ${sql.literal(PLAN_EACH_TIME)}
    with found as materialized (
      select c.item_id, c.track_id, c.n, c.start_ms, c.end_ms, c.text, v.title, v.sort_title
      from subtitle_cues c join items v on v.id = c.item_id where ${narrowed} limit ${MOST_HITS}
    ), once as (
      select distinct on (item_id, start_ms / 4000, text collate "C") * from found
      order by item_id, start_ms / 4000, text collate "C", track_id
    )
    select o.item_id, o.title, o.track_id, t.language, o.start_ms, o.end_ms, o.text, o.total, coalesce((
      select jsonb_agg(jsonb_build_object('endMs', a.end_ms, 'text', a.text) order by a.n) from subtitle_cues a
      where a.track_id = o.track_id and a.n > o.n and a.n < o.n + ${MOST_WORDS}), '[]') as after
    from (
      select *, count(*) over ()::int as total from once
      order by sort_title, item_id, start_ms, track_id limit ${perPage}::bigint offset ${(page - 1) * perPage}::bigint
    ) o left join subtitle_tracks t on t.id = o.track_id
    order by o.sort_title, o.item_id, o.start_ms, o.track_id`)
  const rows = yield* query.conditions === undefined ? listing : bounded(query.conditions, listing)
  const total = rows[0]?.total ?? (page === 1 ? 0 : yield* searchTotal(narrowed))
  return {
    items: rows.map((row) => hitOf(row, phrase)),
    total,
    page,
    perPage
  }
})

const Total = Schema.Struct({ n: Schema.Number })

/** Counts the hits of a page after the last page, which has no row that could contain the total. */
const searchTotal = (narrowed: Fragment) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      rowsOf(Total)(sql`${sql.literal(PLAN_EACH_TIME)}
        select count(distinct (item_id, text, start_ms / 4000))::int as n from (
          select c.item_id, c.text, c.start_ms from subtitle_cues c join items v on v.id = c.item_id
          where ${narrowed} limit ${MOST_HITS}) f`),
      ([row]) => row?.n ?? 0
    )
  )
