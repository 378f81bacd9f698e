import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ItemKind } from "../../ItemKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

const Row = Schema.Struct({ id: Schema.String })

/**
 * The item that keeps what viewers do with this one: the video that stands for the work, if this one is another version of it.
 * Every other item keeps that itself, and so does a version that the caller does not see: it answers like unknown.
 */
export const workOf = (principal: Principal, kind: ItemKind, id: string) =>
  kind !== "video" || !isUuid(id)
    ? Effect.succeed(id)
    : Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const visibility = yield* visibleTo(principal)
        const [row] = yield* rowsOf(Row)(sql`
          select a.to_id as id from item_attachments a join items v on v.id = a.item_id
          where a.item_id = ${id} and a.attached_as = 'version' and ${visibility.items("v")}`)
        return row?.id ?? id
      })
