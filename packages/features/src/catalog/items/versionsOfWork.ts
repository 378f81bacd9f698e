import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { preferredVersion } from "./preferredVersion.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Type = Schema.Literal("movie", "episode", "video")
const Row = Schema.Struct({
  id: Schema.String,
  workId: Schema.String,
  type: Type,
  seriesId: Schema.NullOr(Schema.String),
  label: Schema.NullOr(Schema.String),
  width: Schema.NullOr(Schema.Number),
  height: Schema.NullOr(Schema.Number),
  isPlayable: Schema.Boolean
})

/**
 * Returns the main video and the versions of an item. If the item is a version or part of another video, that video is
 * the main video. Otherwise, the item itself is the main video.
 * - `id`, `type` and `seriesId` describe the main video. If the main video is hidden from the caller, `id` is the
 *   item's own id.
 * - `versions` contains all playable versions that the caller may see. It is empty if there are fewer than two, because
 *   the user has no choice.
 * - `preferredId` is the version to play if the caller does not choose one.
 */
export const versionsOfWork = Effect.fn("items.versionsOfWork")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const rows = yield* rowsOf(Row)(sql`
    with work as (
      select coalesce((select a.to_id from item_attachments a where a.item_id = ${id}::uuid
        and a.attached_as in ('version', 'part')), ${id}::uuid) as id
    )
    select v.id, w.id as "workId", case when p.role > 'video' then 'video' else p.role end as type,
      (select g.id from items s join items g on g.id = s.parent_id
        where s.id = p.parent_id and s.kind = 'season' and ${visibility.items("g")}) as "seriesId", f.label, v.width, v.height,
      v.status = 'ready' as "isPlayable"
    from work w join items p on p.id = w.id
      cross join lateral (
        select w.id as item_id, null::text as label, 0 as turn
        union all select a.item_id, a.label, 1 from item_attachments a
        where a.to_id = w.id and a.attached_as = 'version') f
      join items v on v.id = f.item_id
    where ${visibility.items("v")} order by f.turn, v.height desc nulls last, v.id`)
  const main = rows.find((row) => row.id === row.workId)
  const playable = rows.filter(({ isPlayable }) => isPlayable)
  const workId = main?.id ?? id
  const hasChoice = playable.length > 1
  return {
    id: workId,
    type: main?.type ?? ("video" as const),
    seriesId: main?.seriesId ?? null,
    preferredId: hasChoice ? yield* preferredVersion(principal, workId) : workId,
    versions: hasChoice
      ? playable.map(({ height, id: of, label, width }) => ({ id: of, label, width, height }))
      : []
  }
})
