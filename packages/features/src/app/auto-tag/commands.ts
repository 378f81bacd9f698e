import * as SqlClient from "@effect/sql/SqlClient"
import { enqueue } from "@media/jobs/Enqueue"
import { NotFound } from "@media/kernel/Errors"
import { uuidv7 } from "@media/kernel/Ids"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { EntityKind } from "../../EntityKind.ts"
import { largeChangeOf } from "../../library/libraries/queue.ts"
import * as Access from "../../platform/access/Access.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { FindOptions } from "./find.ts"

const Id = Schema.Struct({ id: Schema.String })
const Entity = Schema.Struct({ id: Schema.String, kind: EntityKind })

const start = (principal: Principal, body: object, label: string) =>
  Effect.gen(function* () {
    const batchId = uuidv7()
    const change = { of: "auto-tag", accountId: principal.accountId, batchId, body } as const
    yield* enqueue([largeChangeOf(change, label)])
    return { batchId }
  })

export const startFinding = Effect.fn("autoTag.startFinding")(function* (
  principal: Principal,
  options: FindOptions
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const { libraryId } = options
  if (libraryId !== null) {
    const [known] = yield* rowsOf(Id)(
      sql`select l.id from libraries l where l.id = ${libraryId}::uuid and ${visibility.libraries("l")}`
    )
    if (known === undefined) return yield* new NotFound({ what: "library" })
  }
  yield* Access.require(principal, "manage-rules")
  return yield* start(principal, { find: options }, "Find names in paths and titles")
})

/** Returns the ids and kinds of those entities in `ids` that the caller may see. */
export const visibleEntities = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    return yield* rowsOf(Entity)(sql`
      select e.id, e.kind from related_entities e
      where e.id = any(${ids as Array<string>}::uuid[]) and ${fewEntities("e")} order by e.id`)
  })

export const acceptProposals = Effect.fn("autoTag.accept")(function* (
  principal: Principal,
  entityIds: ReadonlyArray<string>
) {
  const entities = yield* visibleEntities(principal, entityIds)
  if (entities.length === 0) return yield* new NotFound({ what: "proposal" })
  yield* Access.require(principal, "manage-rules")
  return yield* start(principal, { accept: entities.map(({ id }) => id) }, "Tag items by names in paths")
})

/** Dismisses the proposals of entities permanently. Later searches do not propose these entities again. */
export const dismissProposals = Effect.fn("autoTag.dismiss")(function* (
  principal: Principal,
  entityIds: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  yield* Access.require(principal, "manage-rules")
  const visibility = yield* visibleTo(principal)
  const ids = (yield* visibleEntities(principal, entityIds)).map(({ id }) => id)
  yield* sql`update auto_tag_proposals p set is_dismissed = true from items v
    where p.entity_id = any(${ids}::uuid[]) and v.id = p.item_id and ${visibility.items("v")}`
  return null
})
