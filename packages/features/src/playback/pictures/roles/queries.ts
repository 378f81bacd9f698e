import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import type { PictureRole } from "@media/pictures/PictureSet"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../../ItemKind.ts"
import { visibleTo } from "../../../platform/visibility/Visibility.ts"
import { roleOrder, roleSources } from "../../../catalog/items/rolePictures.ts"

const Row = Schema.Struct({
  source: Schema.NullOr(Schema.Literal(...roleSources)),
  version: Schema.NullOr(Schema.String),
  width: Schema.NullOr(Schema.Number)
})

/** Returns an item's picture in a role. None if the caller may not see the item, or if the item is of another kind. */
export const rolePictureSeen = Effect.fn("pictures.roleSeen")(function* (
  principal: Principal,
  kind: ItemKind,
  role: PictureRole,
  id: string
) {
  if (!isUuid(id)) return Option.none<typeof Row.Type>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  return yield* rowOf(Row)(sql`
    select r.source, r.version, r.width from items v left join item_role_pictures r on r.item_id = v.id and r.role = ${role}
    where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visibility.items("v")}
    order by ${sql.literal(roleOrder)} limit 1`)
})
