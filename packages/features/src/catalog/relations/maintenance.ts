import * as SqlClient from "@effect/sql/SqlClient"
import { repeated } from "@media/jobs/Repeated"
import * as Effect from "effect/Effect"
import { removeUnused } from "./unused.ts"

const compactTotals = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select compact_related_totals()`)

/**
 * Removes performers, studios and tags that are no longer used. A command that removes an entity from an item removes
 * the entity as well if it is now unused. This task also finds the entities of items that were deleted with their
 * library or purged from the trash.
 */
export const sweepUnusedEntities = repeated(
  "Removing unused performers, studios and tags",
  "10 minutes",
  Effect.zipRight(compactTotals, removeUnused(undefined, { cause: "system" }))
)
