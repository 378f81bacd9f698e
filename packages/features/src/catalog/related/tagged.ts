import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { Conflict } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { changedMeanwhile } from "../../platform/access/Command.ts"
import { entityDecider } from "./decider.ts"
import { entitiesVisibleTo } from "./visibleEntities.ts"

const Id = Schema.Struct({ id: Schema.String })

/** Returns the tags of a performer or studio that are hidden from the caller. */
export const hiddenTagsOf = Effect.fn("related.hiddenTags")(function* (principal: Principal, id: string) {
  const sql = yield* SqlClient.SqlClient
  const { fewEntities } = yield* entitiesVisibleTo(principal)
  const rows = yield* rowsOf(Id)(sql`
    select e.id from related_tags t join related_entities e on e.id = t.tag_id
    where t.entity_id = ${id}::uuid and not ${fewEntities("e")}`)
  return new Set(rows.map((row) => row.id))
})

/**
 * Replaces a tag of all performers and studios with the tag `into`, or removes it if `into` is null. Runs in the
 * caller's transaction and does not check permissions.
 */
export const replaceEntityTag = Effect.fn("related.replaceTag")(function* (
  from: string,
  into: string | null,
  meta: EventMeta
) {
  const sql = yield* SqlClient.SqlClient
  const tagged = yield* rowsOf(Id)(
    sql`select entity_id as id from related_tags where tag_id = ${from}::uuid order by entity_id`
  )
  if (tagged.length === 0) return
  const store = yield* EventStore
  const outcomes = yield* store.executeMany({
    decider: entityDecider,
    commands: tagged.map(({ id }) => ({
      streamId: id,
      command: { _tag: "ReplaceTag" as const, from, into }
    })),
    meta
  })
  if (outcomes.some(Either.isLeft)) return yield* new Conflict({ reason: changedMeanwhile })
})
