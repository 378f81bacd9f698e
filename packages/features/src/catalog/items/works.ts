import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({
  id: Schema.String,
  before: Schema.Number,
  versionId: Schema.NullOr(Schema.String)
})

/** The item that stores the user state for a video file, and the position of the file among the parts of this item. */
export interface Work {
  readonly id: string
  /** Total duration in seconds of all parts that are played before this file. */
  readonly before: number
  /** The id of the file if it is a version of the item, but not the main version. Otherwise null. */
  readonly versionId: string | null
}

/**
 * Returns the item that stores the user state for a file: the main video if the file is a version or part of another
 * video, otherwise the item itself. A version or part that the caller may not see is treated like a separate item.
 */
export const workOf = (
  principal: Principal,
  kind: ItemKind,
  id: string
): Effect.Effect<Work, SqlError, SqlClient.SqlClient> =>
  kind !== "video" || !isUuid(id)
    ? Effect.succeed({ id, before: 0, versionId: null })
    : Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const visibility = yield* visibleTo(principal)
        const [row] = yield* rowsOf(Row)(sql`
          select a.to_id as id, case a.attached_as when 'version' then a.item_id end as "versionId", case a.attached_as when 'version' then 0 else coalesce(w.duration, 0) + coalesce((
            select sum(p.duration) from item_attachments b join items p on p.id = b.item_id
            where b.to_id = a.to_id and b.attached_as = 'part'
              and (coalesce(b.number, 0), b.item_id) < (coalesce(a.number, 0), a.item_id)), 0) end as before
          from item_attachments a join items v on v.id = a.item_id join items w on w.id = a.to_id
          where a.item_id = ${id} and a.attached_as in ('version', 'part') and ${visibility.items("v")}`)
        return row ?? { id, before: 0, versionId: null }
      })

const FileRow = Schema.Struct({
  id: Schema.String,
  workId: Schema.String,
  duration: Schema.Number,
  position: Schema.Number
})

/**
 * Returns all files of a video with several parts in playback order, and the caller's playback position. `id` is any of
 * the files. Returns null if the video has only one file.
 */
export const partsOf = Effect.fn("items.partsOf")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(FileRow)(sql`
    with work as (
      select coalesce((select a.to_id from item_attachments a where a.item_id = ${id} and a.attached_as = 'part'),
        ${id}::uuid) as id
    )
    select v.id, w.id as "workId", coalesce(v.duration, 0) as duration, coalesce(up.position, 0) as position
    from work w
      cross join lateral (
        select w.id as item_id, -1 as number
        union all select a.item_id, coalesce(a.number, 0) from item_attachments a
        where a.to_id = w.id and a.attached_as = 'part') f
      join items v on v.id = f.item_id
      left join user_progress up on up.item_id = w.id and up.account_id = ${principal.accountId}
    where ${visibility.items("v")} order by f.number, v.id`)
  const [first] = rows
  // If the first file is hidden from this caller, the other parts are treated as separate videos.
  if (first?.id !== first?.workId || rows.length < 2) return null
  let start = 0
  const files = rows.map((row) => {
    const file = { id: row.id, start, duration: row.duration }
    start += row.duration
    return file
  })
  return { id: first!.workId, position: first!.position, files }
})
