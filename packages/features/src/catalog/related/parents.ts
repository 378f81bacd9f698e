import * as SqlClient from "@effect/sql/SqlClient"
import { Conflict, NotFound } from "@media/kernel/Errors"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { deepestLevel, type EntityKind } from "../../EntityKind.ts"
import { HierarchyCycle } from "./errors.ts"
import { levelsThrough, pathUp } from "./hierarchy.ts"

const Edge = Schema.Struct({ child: Schema.String, parent: Schema.String })
const Named = Schema.Struct({ id: Schema.String, name: Schema.String })

/**
 * Fails if one of the new parents does not exist, creates a cycle, or makes the hierarchy deeper than `deepestLevel`.
 * The caller must hold the lock of the kind (`lockKind`).
 */
export const requireHierarchy = (kind: EntityKind, id: string, parentIds: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = [id, ...parentIds]
    const known = yield* rowsOf(Named)(sql`
      select id, name from related_entities where kind = ${kind}::related_kind and id = any(${ids}::uuid[])`)
    if (parentIds.some((parentId) => !known.some((one) => one.id === parentId)))
      return yield* new NotFound({ what: `parent ${kind}` })

    // Read only the edges above the new parents and below the entity, because no other edge can be part of a cycle or
    // of a path that is too long.
    const edges = yield* rowsOf(Edge)(sql`
      select p.entity_id as child, p.parent_id as parent from related_parents p
      where p.entity_id <> ${id} and (
        p.entity_id in (select c.ancestor_id from related_closure c where c.descendant_id = any(${ids}::uuid[]))
        or p.parent_id in (select c.descendant_id from related_closure c where c.ancestor_id = ${id}))`)
    const parents = new Map<string, Array<string>>()
    for (const { child, parent } of edges) parents.set(child, [...(parents.get(child) ?? []), parent])

    for (const parentId of parentIds) {
      const way = pathUp(parents, parentId, id)
      if (way === undefined) continue
      const names = yield* rowsOf(Named)(
        sql`select id, name from related_entities where id = any(${way as Array<string>}::uuid[])`
      )
      const named = (one: string) => ({ id: one, name: names.find((each) => each.id === one)?.name ?? "" })
      return yield* new HierarchyCycle({ path: [id, ...way].map(named) })
    }
    parents.set(id, [...parentIds])
    if (levelsThrough(parents, id) > deepestLevel)
      return yield* new Conflict({ reason: `A hierarchy can have at most ${deepestLevel} levels.` })
  })
