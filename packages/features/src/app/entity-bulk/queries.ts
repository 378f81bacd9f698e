import * as SqlClient from "@effect/sql/SqlClient"
import { rowOf, rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { SelectionChanged } from "../bulk/errors.ts"
import { matchingEntities } from "../entities/queries.ts"
import { type EntitiesChanged, type EntityTarget, mostEntities } from "./contract.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String, parentIds: Schema.Array(Schema.String) })
export type TargetEntity = typeof Row.Type
const Matching = Schema.Struct({ n: Schema.Number, until: Schema.NullOr(Schema.String) })
const Id = Schema.Struct({ id: Schema.String })

/** Returns the entities of a kind with these ids that the caller may see, sorted by name. */
const namedEntities = (principal: Principal, { kind }: EntityTarget, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    return yield* rowsOf(Row)(sql`
      select e.id, e.name,
        array(select p.parent_id::text from related_parents p where p.entity_id = e.id order by 1) as "parentIds"
      from related_entities e
      where e.kind = ${kind}::related_kind and e.id = any(${ids as Array<string>}::uuid[]) and ${fewEntities("e")}
      order by e.sort_key, e.id`)
  })

/**
 * Returns the next ids that match a filter. The statement that counts the entities also returns the last id. Later
 * requests stop at this id, so they do not change entities that were created in the meantime.
 */
const matchingIds = (principal: Principal, target: EntityTarget) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { cursor, except = [], expected, filter = {}, kind } = target
    const { fitting, where } = yield* matchingEntities(principal, kind, filter)
    const rest = sql.and([
      where,
      ...(except.length === 0 ? [] : [sql`s.entity_id <> all(${except as Array<string>}::uuid[])`]),
      ...(cursor === undefined
        ? []
        : [sql`s.entity_id > ${cursor.after}::uuid and s.entity_id <= ${cursor.until}::uuid`])
    ])
    const { n, until } = Option.getOrThrow(
      yield* rowOf(Matching)(sql`
        select count(*)::int as n, max(s.entity_id::text collate "C") as until from ${fitting} where ${rest}`)
    )
    if (cursor === undefined && expected !== undefined && expected !== n)
      return yield* new SelectionChanged({ matched: n, words: [kind, `${kind}s`] })
    const rows = yield* rowsOf(Id)(sql`
      select s.entity_id as id from ${fitting} where ${rest} and s.entity_id::text collate "C" <= ${until ?? ""}
      order by s.entity_id limit ${mostEntities}`)
    const after = rows.at(-1)?.id
    const next =
      after === undefined || until === null || n <= rows.length
        ? null
        : { after, until: cursor?.until ?? until }
    return { ids: rows.map(({ id }) => id), matched: n, next }
  })

/**
 * Returns the entities that one request changes. `unknown` contains unknown ids and ids that are hidden from the
 * caller.
 */
export const entitiesOfTarget = Effect.fn("entityBulk.target")(function* (
  principal: Principal,
  target: EntityTarget
) {
  const ids = [...new Set(target.ids ?? [])]
  if (target.filter === undefined) {
    const entities = yield* namedEntities(principal, target, ids)
    const unknown = ids.filter((id) => !entities.some((one) => one.id === id))
    const next: EntitiesChanged["next"] = null
    return { entities, matched: entities.length, unknown, next }
  }
  const found = yield* matchingIds(principal, target)
  const entities = yield* namedEntities(principal, target, found.ids)
  return { entities, matched: found.matched, unknown: [] as ReadonlyArray<string>, next: found.next }
})
