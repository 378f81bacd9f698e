import * as SqlClient from "@effect/sql/SqlClient"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { removeUnused } from "./unused.ts"

const compactTotals = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select compact_related_totals()`)

/**
 * Commands remove what their own change left unused. Items that are forgotten with their library, or purged from the trash,
 * leave entities behind that only this finds.
 */
export const sweepUnusedEntities = repeated(
  "Removing unused performers, studios and tags",
  "10 minutes",
  Effect.zipRight(compactTotals, removeUnused(undefined, { cause: "system" }))
)
