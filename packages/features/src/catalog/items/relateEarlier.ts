import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ItemRelation } from "../relations/events.ts"
import { itemRelations } from "../relations/relations.ts"
import { followSources } from "./relatedSources.ts"

const Row = Schema.Struct({ itemId: Schema.String, relation: ItemRelation })

/** Number of items per transaction. */
const atOnce = 50

const relateSome = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* rowsOf(Row)(sql`
    delete from items_to_relate where (item_id, relation) in (
      select item_id, relation from items_to_relate order by relation, item_id limit ${atOnce} for update skip locked)
    returning item_id as "itemId", relation`)
  for (const { itemId, relation } of rows)
    yield* followSources(itemId, [itemRelations[relation].field], { cause: "upgrade" }).pipe(
      // The item was deleted in the meantime.
      Effect.catchTag("NotFound", () => Effect.void)
    )
  return rows.length
}).pipe(transaction)

/**
 * Relates items that an earlier version recorded to the entities in their sources, without reading files again. The
 * migration that introduces a kind of entity lists these items.
 */
export const relateEarlier = Effect.repeat(relateSome, { until: (n) => n === 0 })
