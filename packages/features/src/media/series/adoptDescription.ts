import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { itemDecider, type ItemCommand } from "../../catalog/items/decider.ts"
import { followSources } from "../../catalog/items/relatedSources.ts"
import { relatedSourced } from "../../catalog/items/sourcedFields.ts"
import type { StatedFields } from "../../catalog/items/sources.ts"
import { relateFrom } from "../../catalog/relations/commands.ts"
import type { RelatedPatch } from "../../catalog/relations/contract.ts"

const Row = Schema.Struct({
  id: Schema.String,
  stated: Schema.NullOr(Schema.Unknown),
  isNsfw: Schema.Boolean,
  isOrganized: Schema.Boolean
})

/** Returns the values that `source` provides for `from` but not for `to`. */
const missing = (source: "user" | "scrape", from: StatedFields, to: StatedFields) =>
  Object.fromEntries(
    Object.entries(from).flatMap(([field, stated]) => {
      const own = stated[source]
      return own === undefined || to[field]?.[source] !== undefined ? [] : [[field, own.value]]
    })
  )

/**
 * Copies the values that users set or accepted in reviews from one file of a work to its new primary file. Values from
 * file names, tags and NFO files are not copied, because they describe only the file that they came from.
 */
export const adoptDescription = Effect.fn("series.adoptDescription")(function* (
  fromId: string,
  toId: string,
  meta: EventMeta = { cause: "series-scan" }
) {
  const sql = yield* SqlClient.SqlClient
  const store = yield* EventStore
  const rows = yield* rowsOf(Row)(sql`
    select v.id, s.stated, v.is_nsfw as "isNsfw", v.is_organized as "isOrganized"
    from items v left join item_sources s on s.item_id = v.id where v.id in (${fromId}, ${toId})`)
  const before = rows.find(({ id }) => id === fromId)
  const after = rows.find(({ id }) => id === toId)
  if (before === undefined || after === undefined) return
  const [from, to] = [(before.stated ?? {}) as StatedFields, (after.stated ?? {}) as StatedFields]
  const user = missing("user", from, to)
  const scrape = missing("scrape", from, to)
  const commands: ReadonlyArray<ItemCommand> = [
    { _tag: "Take", user, scrape },
    {
      _tag: "Edit",
      changes: {
        ...(before.isNsfw ? { isNsfw: true } : {}),
        ...(before.isOrganized ? { isOrganized: true } : {})
      }
    }
  ]
  for (const command of commands)
    yield* store
      .execute({ streamId: toId, decider: itemDecider, command, meta })
      .pipe(Effect.catchTags({ Conflict: Effect.die, ProbeOutdated: Effect.die }))
  const given = Object.fromEntries(
    relatedSourced.flatMap((field) => (user[field] === undefined ? [] : [[field, user[field]]]))
  )
  if (Object.keys(given).length > 0) yield* relateFrom("user", toId, given as RelatedPatch, meta)
  yield* followSources(toId, Object.keys(scrape), meta)
})
