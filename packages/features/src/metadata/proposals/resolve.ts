import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { EntityKind } from "../../EntityKind.ts"
import { createFound } from "./createFound.ts"
import type { FoundEntity } from "./found.ts"
import { linkIds } from "./linkIds.ts"
import { matchEntities } from "./match.ts"

export interface Chosen {
  readonly index: number
  readonly use: string
}

export interface Resolved {
  readonly id: string
  readonly found: FoundEntity
  /** The names of all entities that were created: the entity itself, its parent and its tags. */
  readonly created: ReadonlyArray<string>
}

interface Choices {
  readonly chosen: ReadonlyArray<Chosen>
  readonly createMissing: boolean
  /** True to also create missing tags of performers and studios that are created. */
  readonly createTags: boolean
}

const Id = Schema.Struct({ id: Schema.String })

/**
 * Finds or creates the entities of an accepted proposal, inside a transaction. Names are matched again, because another
 * job may have created the entities since the review. The caller must hold the locks of `lockForCreation`, so that
 * concurrent jobs do not create an entity twice.
 */
export const resolveEntities = Effect.fn("proposals.resolve")(function* (
  kind: EntityKind,
  all: ReadonlyArray<FoundEntity>,
  { chosen, createMissing, createTags }: Choices,
  meta: EventMeta
) {
  const sql = yield* SqlClient.SqlClient
  const useOf = new Map(chosen.map(({ index, use }) => [index, use]))
  const matches = yield* matchEntities(kind, all, sql.literal("true"))
  const ids = chosen.map(({ use }) => use).filter((use) => use !== "create" && use !== "skip")
  const existing = new Set(
    ids.length === 0
      ? []
      : (yield* rowsOf(Id)(sql`select id from related_entities where id = any(${ids}::uuid[])`)).map(
          ({ id }) => id
        )
  )
  const resolved: Array<Resolved> = []
  for (const [index, found] of all.entries()) {
    const use = useOf.get(index)
    if (use === "skip" || !isName(found.name)) continue
    if (use !== undefined && use !== "create") {
      if (existing.has(use)) resolved.push({ id: use, found, created: [] })
      continue
    }
    const match = matches[index]
    if (match !== undefined) resolved.push({ id: match.id, found, created: [] })
    else if (use === "create" || createMissing) {
      resolved.push({ found, ...(yield* createFound(kind, found, createTags, meta)) })
    }
  }
  for (const { created, found, id } of resolved)
    if (created.length === 0) yield* linkIds(kind, id, found, meta)
  return resolved
})
