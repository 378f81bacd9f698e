import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { isName } from "@media/kernel/FoldedName"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createEntity } from "../../catalog/related/commands.ts"
import type { EntityChanges } from "../../catalog/related/decider.ts"
import { lockKind } from "../../catalog/related/names.ts"
import type { EntityKind } from "../../EntityKind.ts"
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
  readonly isNew: boolean
}

const valuesOf = ({ fields, name }: FoundEntity) => {
  const { aliases, disambiguation, ...rest } = fields
  return {
    name,
    disambiguation: typeof disambiguation === "string" ? disambiguation : null,
    ...(Array.isArray(aliases) ? { aliases: aliases.map(String).filter(isName) } : {}),
    fields: rest as EntityChanges
  }
}

const Id = Schema.Struct({ id: Schema.String })

/**
 * Finds or creates the entities of an accepted proposal, inside a transaction. Names are matched again, because
 * another job may have created them since the review. New entities are created under a lock on their kind, so only
 * once, however many jobs run.
 */
export const resolveEntities = Effect.fn("proposals.resolve")(function* (
  kind: EntityKind,
  all: ReadonlyArray<FoundEntity>,
  { chosen, createMissing }: { readonly chosen: ReadonlyArray<Chosen>; readonly createMissing: boolean },
  meta: EventMeta
) {
  const sql = yield* SqlClient.SqlClient
  const everything = sql.literal("true")
  const useOf = new Map(chosen.map(({ index, use }) => [index, use]))
  const isCreating = createMissing || chosen.some(({ use }) => use === "create")
  if (isCreating) yield* lockKind(kind)
  const matches = yield* matchEntities(kind, all, everything)
  const ids = chosen.map(({ use }) => use).filter((use) => use !== "create" && use !== "skip")
  const existing = new Set(
    ids.length === 0
      ? []
      : (yield* rowsOf(Id)(sql`select id from related_entities where id = any(${ids}::uuid[])`)).map(
          ({ id }) => id
        )
  )
  /** The parent of a studio, matched or created like the studio itself. */
  const parentOf = ({ parent }: FoundEntity, isCreated: boolean) =>
    Effect.gen(function* () {
      if (kind !== "studio" || parent === undefined) return []
      const [match] = yield* matchEntities(kind, [parent], everything)
      if (match !== undefined) return [match.id]
      return isCreated ? [yield* create(parent)] : []
    })
  const create = (found: FoundEntity, parentIds: ReadonlyArray<string> = []) =>
    createEntity(kind, { ...valuesOf(found), ...(parentIds.length === 0 ? {} : { parentIds }) }, meta)
  const resolved: Array<Resolved> = []
  for (const [index, found] of all.entries()) {
    const use = useOf.get(index)
    if (use === "skip" || !isName(found.name)) continue
    if (use !== undefined && use !== "create") {
      if (existing.has(use)) resolved.push({ id: use, found, isNew: false })
      continue
    }
    const match = matches[index]
    if (match !== undefined) resolved.push({ id: match.id, found, isNew: false })
    else if (use === "create" || createMissing) {
      const created = yield* create(found, yield* parentOf(found, true)).pipe(
        Effect.map((id) => ({ id, isNew: true })),
        Effect.catchTag("NameTaken", ({ id }) => Effect.succeed({ id, isNew: false }))
      )
      resolved.push({ ...created, found })
    }
  }
  for (const { found, id, isNew } of resolved) if (!isNew) yield* linkIds(kind, id, found, meta)
  return resolved
})
