import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({ id: Schema.String })

/**
 * Returns the id of the version to play if the caller does not choose one. `id` is the id of the work. In this order:
 *
 * - the version that the caller played last
 * - the primary file, if a user chose it by hand
 * - the version with the greatest height, then with the largest file
 *
 * Only versions that the caller may see and whose files can be played are considered. If there are none, returns `id`.
 */
export const preferredVersion = Effect.fn("items.preferredVersion")(function* (
  principal: Principal,
  id: string
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const [row] = yield* rowsOf(Row)(sql`
    select v.id
    from (
        select ${id}::uuid as id
        union all select a.item_id from item_attachments a where a.to_id = ${id}::uuid and a.attached_as = 'version'
      ) f
      join items v on v.id = f.id
      left join user_progress up on up.account_id = ${principal.accountId} and up.item_id = ${id}::uuid
      left join item_attachments chosen on chosen.item_id = v.id and chosen.attached_as = 'primary'
    where v.status = 'ready' and ${visibility.items("v")}
    order by up.item_id is not null and v.id = coalesce(up.version_id, ${id}::uuid) desc, chosen.item_id is not null desc,
      v.height desc nulls last, v.size_bytes desc nulls last, v.id = ${id}::uuid desc, v.id
    limit 1`)
  return row?.id ?? id
})
