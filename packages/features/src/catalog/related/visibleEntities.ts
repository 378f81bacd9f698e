import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import type { Principal } from "@media/wire/Security"
import * as Effect from "effect/Effect"
import * as Access from "../../platform/access/Access.ts"
import { type EntityKind, hierarchies } from "../../EntityKind.ts"
import { visibleTo } from "../../platform/visibility/Visibility.ts"

/**
 * The one predicate that decides which entities an account may see. An entity is visible to everyone who sees an item of it,
 * or of an entity below it, and to administrators. An entity that is marked NSFW is hidden from all who do not see NSFW items.
 */
export interface EntityVisibility {
  /** On a row of `related_entities` under this alias. Without a kind, of any. */
  readonly entities: (alias: string, kind?: EntityKind) => Fragment
  /** The same for few rows, each of which is looked up. */
  readonly fewEntities: (alias: string) => Fragment
  /** On an entity whose visible item is known: it can be hidden by its own mark alone. */
  readonly ofVisibleItem: (alias: string) => Fragment
  /** On a row of `related_counts` under this alias: what the account may count. */
  readonly counts: (alias: string) => Fragment
}

export const entitiesVisibleTo = (
  principal: Principal
): Effect.Effect<EntityVisibility, never, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { items } = yield* visibleTo(principal)
    const ofVisibleItem = (alias: string) => sql.literal(principal.showNsfw ? "true" : `not ${alias}.is_nsfw`)
    const counts = (alias: string) => sql`(${sql.literal(`${alias}.n`)} > 0 and ${items(alias)})`
    const fewEntities = (alias: string) =>
      Access.can(principal, "see-all-libraries")
        ? ofVisibleItem(alias)
        : // "offset 0" makes it no join, which would read the counts of all entities.
          sql`(${ofVisibleItem(alias)} and exists (
            select from related_closure below join related_counts seen on seen.entity_id = below.descendant_id
            where below.ancestor_id = ${sql.literal(`${alias}.id`)} and ${counts("seen")} offset 0))`
    const entities = (alias: string, kind?: EntityKind) => {
      if (Access.can(principal, "see-all-libraries")) return ofVisibleItem(alias)
      // A list of 100,000 entities is a join of two tables when nothing lies below any of them.
      const ofItems =
        kind !== undefined && hierarchies[kind] === "flat"
          ? sql`related_counts seen where seen.entity_id = ${sql.literal(`${alias}.id`)}`
          : sql`related_closure below join related_counts seen on seen.entity_id = below.descendant_id
              where below.ancestor_id = ${sql.literal(`${alias}.id`)}`
      return sql`(${ofVisibleItem(alias)} and exists (select from ${ofItems} and ${counts("seen")}))`
    }
    return { entities, fewEntities, ofVisibleItem, counts }
  })
