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
 * SQL conditions for the entities that an account may see. No other module implements these rules. Administrators see
 * all entities. Other accounts see an entity if they see an item of the entity or of one of its descendants. Entities
 * marked NSFW are hidden from everyone who does not see NSFW content.
 */
export interface EntityVisibility {
  /**
   * Condition on `related_sums` with this alias that selects the account's scope. Each selected row contains the number
   * of items of one entity that the account sees.
   */
  readonly sums: (alias: string) => Fragment
  /** Condition on `related_sums` with this alias that an entity of this kind is visible. */
  readonly entities: (alias: string, kind: EntityKind) => Fragment
  /** True if the account sees every entity that is not marked NSFW, regardless of its items. */
  readonly seesUnused: boolean
  /**
   * Condition on `related_entities` with this alias that an entity is visible. The condition runs a subquery for each
   * row, so use it only for few rows.
   */
  readonly fewEntities: (alias: string) => Fragment
  /**
   * Condition on `related_entities` with this alias for entities of an item that the account sees. Such an entity is
   * visible unless its own NSFW flag hides it.
   */
  readonly ofVisibleItem: (alias: string) => Fragment
  /** Condition on `related_counts` with this alias that selects the counts of items that the account sees. */
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
        : // `offset 0` prevents PostgreSQL from using a join, which would read the sums of all entities.
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
