import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { kinds } from "../../generated/kinds.ts"
import type { Picture } from "@media/wire/Picture"
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { MadePicture } from "./decider.ts"

const Row = Schema.Struct({ version: Schema.NullOr(Schema.String), width: Schema.NullOr(Schema.Number) })

/** Returns the picture of an item that the caller may see. Undefined if the item is hidden or of another kind. */
export const pictureSeen = Effect.fn("pictures.seen")(function* (
  principal: Principal,
  kind: ItemKind,
  id: string
) {
  if (!isUuid(id)) return Option.none<typeof Row.Type>()
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  return yield* rowOf(Row)(sql`
    select p.version, p.width from items v left join item_pictures p on p.item_id = v.id
    where v.id = ${id} and v.kind = ${sql.literal(`'${kind}'`)} and ${visibility.items("v")}`)
})

/** Converts a generated picture to the `Picture` of API responses. */
export const toPicture = (kind: ItemKind, id: string, made: MadePicture): Picture => ({
  url: `${kinds.find((each) => each.kind === kind)!.paths.list}/${id}/thumbnail?v=${made.version}`,
  version: made.version,
  width: made.width,
  height: made.height,
  thumbHash: made.thumbHash
})
