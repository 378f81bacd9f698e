import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({
  title: Schema.String,
  duration: Schema.NullOr(Schema.Number),
  version: Schema.NullOr(Schema.String),
  asked_seconds: Schema.NullOr(Schema.Number),
  quality: Schema.NullOr(Schema.Number),
  cell_width: Schema.NullOr(Schema.Number),
  cell_height: Schema.NullOr(Schema.Number),
  cell_seconds: Schema.NullOr(Schema.Number),
  cells: Schema.NullOr(Schema.Number),
  is_complete: Schema.NullOr(Schema.Boolean),
  clip_version: Schema.NullOr(Schema.String)
})
const columns = `v.title, v.duration, w.version, w.asked_seconds, w.quality, w.cell_width, w.cell_height, w.cell_seconds,
  w.cells, w.is_complete, w.clip_version`

/** The recorded previews of a video. */
export interface KnownPreviews {
  readonly title: string
  readonly duration: number
  readonly trickplay?: {
    readonly version: string
    readonly askedSeconds: number
    readonly quality: number
    readonly cellWidth: number
    readonly cellHeight: number
    readonly cellSeconds: number
    readonly cells: number
    readonly isComplete: boolean
  }
  readonly clipVersion?: string
}

const toKnown = (row: typeof Row.Type): KnownPreviews => ({
  title: row.title,
  duration: row.duration ?? 0,
  ...(row.version === null
    ? {}
    : {
        trickplay: {
          version: row.version,
          askedSeconds: row.asked_seconds!,
          quality: row.quality!,
          cellWidth: row.cell_width!,
          cellHeight: row.cell_height!,
          cellSeconds: row.cell_seconds!,
          cells: row.cells!,
          isComplete: row.is_complete!
        }
      }),
  ...(row.clip_version === null ? {} : { clipVersion: row.clip_version })
})

/** Returns the previews of a video that the caller may see. None if the video is hidden or does not exist. */
export const previewsSeen = Effect.fn("previews.seen")(function* (principal: Principal, id: string) {
  if (!isUuid(id)) return Option.none<KnownPreviews>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const row = yield* rowOf(Row)(sql`
    select ${sql.literal(columns)} from items v left join video_previews w on w.item_id = v.id
    where v.id = ${id} and v.kind = 'video' and ${visibility.items("v")}`)
  return Option.map(row, toKnown)
})

/** Returns the previews of a video without checking its visibility. Only for background jobs, which have no caller. */
export const previewsKnown = Effect.fn("previews.known")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const row = yield* rowOf(Row)(sql`
    select ${sql.literal(columns)} from items v left join video_previews w on w.item_id = v.id where v.id = ${id}`)
  return Option.getOrUndefined(Option.map(row, toKnown))
})
