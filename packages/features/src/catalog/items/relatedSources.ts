import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { RelatedPatch } from "../relations/contract.ts"
import { relateFrom } from "../relations/commands.ts"
import { decidingSource, relatedSourced, shownValue, type StatedFields } from "./sources.ts"

const Row = Schema.Struct({ stated: Schema.Unknown })

const statedOf = (itemId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* rowsOf(Row)(sql`select stated from item_sources where item_id = ${itemId}`)
    return (row?.stated ?? {}) as StatedFields
  })

const none = { performers: [], studio: null, tags: [] } as const

/** Gives an item the performers, the studio and the tags of the deciding source, after sources of these fields changed. */
export const followSources = Effect.fn("items.followSources")(function* (
  itemId: string,
  fields: ReadonlyArray<string>,
  meta: EventMeta
) {
  const related = relatedSourced.filter((field) => fields.includes(field))
  if (related.length === 0) return
  const stated = yield* statedOf(itemId)
  for (const field of related) {
    const source = decidingSource(stated[field])
    // What a user gave is in place already.
    if (source === "user") continue
    const value = shownValue(stated, field) ?? none[field]
    yield* relateFrom(source ?? "user", itemId, { [field]: value } as RelatedPatch, meta)
  }
})
