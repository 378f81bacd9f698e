import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Fragment } from "@effect/sql/Statement"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { type EntityKind, hierarchies } from "../../EntityKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"
import { scopeOf } from "./scopes.ts"

/**
 * The only predicate that decides which entities an account may see. An entity is visible to administrators, and to
 * everyone who sees an item of it or of an entity below it. An entity marked NSFW is hidden from everyone who does not
 * see NSFW items.
 */
export interface EntityVisibility {
  /** Rows of `related_sums` under this alias: the number of items that the account sees, for each entity. */
  readonly sums: (alias: string) => Fragment
  /** The condition on a row of `related_sums` under this alias, for an entity of this kind. */
  readonly entities: (alias: string, kind: EntityKind) => Fragment
  /** True if `entities` holds for every entity that is not marked NSFW, whatever its sum is. */
  readonly seesUnused: boolean
  /** The condition on a row of `related_entities` under this alias, for few rows, each of which is looked up. */
  readonly fewEntities: (alias: string) => Fragment
  /** The condition for an entity of a visible item. Only its own NSFW mark can hide it. */
  readonly ofVisibleItem: (alias: string) => Fragment
  /** The condition on a row of `related_counts` under this alias that selects the items that the account may count. */
  readonly counts: (alias: string) => Fragment
}

export const entitiesVisibleTo = (
  principal: Principal
): Effect.Effect<EntityVisibility, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const scope = yield* scopeOf(principal)
    const seesUnused = Access.can(principal, "see-all-libraries")
    const ofVisibleItem = (alias: string) => sql.literal(principal.showNsfw ? "true" : `not ${alias}.is_nsfw`)
    const counts = (alias: string) => sql`(${sql.literal(`${alias}.n`)} > 0 and ${items(alias)})`
    const sums = (alias: string) => sql`${sql.literal(`${alias}.scope_id`)} = ${scope}::bigint`
    const below = (id: string) => sql`select from related_closure below
      join related_sums seen on seen.entity_id = below.descendant_id and ${sums("seen")} and seen.n > 0
      where below.ancestor_id = ${sql.literal(id)}`
    const fewEntities = (alias: string) =>
      seesUnused
        ? ofVisibleItem(alias)
        : // "offset 0" prevents a join, which would read the sums of all entities.
          sql`(${ofVisibleItem(alias)} and exists (${below(`${alias}.id`)} offset 0))`
    const entities = (alias: string, kind: EntityKind) => {
      if (seesUnused) return ofVisibleItem(alias)
      const hasItems = sql.literal(`${alias}.n > 0`)
      return hierarchies[kind] === "flat"
        ? sql`(${ofVisibleItem(alias)} and ${hasItems})`
        : sql`(${ofVisibleItem(alias)} and exists (${below(`${alias}.entity_id`)}))`
    }
    return { sums, entities, seesUnused, fewEntities, ofVisibleItem, counts }
  })
