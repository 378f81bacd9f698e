import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { scanOf } from "../libraries/policy.ts"

const Root = Schema.Struct({ id: Schema.String, library_id: Schema.String, path: Schema.String })

/** Returns a scan job for each enabled root of every library. */
export const rootsToScan = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Root)(sql`
    select id, library_id, path from library_roots where enabled order by path`)
  return rows.map((root) => scanOf(root.library_id, root, "manual"))
})
