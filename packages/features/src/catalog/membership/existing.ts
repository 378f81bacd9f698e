import * as SqlClient from "@effect/sql/SqlClient"
import { isUuid } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** Returns the given ids that belong to existing collections, for slices that store a folder per collection. */
export const existingCollections = (ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* rowsOf(Schema.Struct({ id: Schema.String }))(sql`
      select c.id from collections c where c.id = any(${ids.filter(isUuid)}::uuid[])`)
    return new Set(rows.map(({ id }) => id))
  })
