import * as SqlClient from "@effect/sql/SqlClient"
import { rowsOf } from "@media/pg/Rows"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { entitiesVisibleTo } from "../../catalog/related/visibleEntities.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import type { SelectedStream } from "./selected.ts"

const Row = Schema.Struct({ id: Schema.String, name: Schema.String })
const Id = Schema.Struct({ id: Schema.String })

/** Returns the names of those entities in `ids` that the caller may see, keyed by id. */
export const entityNames = (principal: Principal, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (ids.length === 0) return new Map<string, string>()
    const sql = yield* SqlClient.SqlClient
    const { fewEntities } = yield* entitiesVisibleTo(principal)
    const rows = yield* rowsOf(Row)(sql`
      select e.id, e.name from related_entities e
      where e.id = any(${ids as Array<string>}::uuid[]) and ${fewEntities("e")}`)
    return new Map(rows.map(({ id, name }) => [id, name]))
  })

/**
 * Returns the streams whose target the caller may see, and the names of the targets. All other streams are neither
 * undone nor reported. Removed entities are visible only to callers who see NSFW content, because the entities may have
 * been marked NSFW.
 */
export const visibleTargets = Effect.fn("undo.visibleTargets")(function* (
  principal: Principal,
  streams: ReadonlyArray<SelectedStream>
) {
  const sql = yield* SqlClient.SqlClient
  const visibility = yield* visibleTo(principal)
  const idsOf = (target: SelectedStream["target"]) =>
    streams.flatMap((one) => (one.target === target && one.targetId !== null ? [one.targetId] : []))
  const items = yield* rowsOf(Row)(sql`
    select v.id, v.title as name from items v left join trashed_items t on t.item_id = v.id
      left join lateral (select coalesce(t.library_id, v.library_id) as library_id, v.is_nsfw) h on true
    where v.id = any(${idsOf("item")}::uuid[]) and ${visibility.items("h")}`)
  const libraries = yield* rowsOf(Row)(sql`
    select l.id, l.name from libraries l
    where l.id = any(${idsOf("library")}::uuid[]) and ${visibility.libraries("l")}`)
  const entityIds = idsOf("entity")
  const entities = yield* entityNames(principal, entityIds)
  const present = new Set(
    (yield* rowsOf(Id)(sql`select id from related_entities where id = any(${entityIds}::uuid[])`)).map(
      ({ id }) => id
    )
  )
  const names = new Map([...[...items, ...libraries].map(({ id, name }) => [id, name] as const), ...entities])
  const isVisible = ({ target, targetId }: SelectedStream): boolean => {
    if (target === "settings" || target === "own") return true
    if (targetId === null) return false
    if (target === "entity" && !present.has(targetId)) return principal.showNsfw
    return names.has(targetId)
  }
  return { names, visible: streams.filter(isVisible) }
})
