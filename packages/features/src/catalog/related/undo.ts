import * as SqlClient from "@effect/sql/SqlClient"
import { elementOf, fieldOf, type PartValue } from "@media/event-store/Undo"
import { foldName } from "@media/kernel/FoldedName"
import { rowsOf } from "@media/pg/Rows"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"
import { eventUndo, type UndoneParts, type UndoRefusal } from "../../EventUndo.ts"
import { entityDecider, type EntityState } from "./decider.ts"
import type { FieldValue, RelatedEvent } from "./events.ts"
import { lockKind } from "./names.ts"
import { requireHierarchy } from "./parents.ts"

/** The state of an entity. After its removal, `former` still contains its last kind. */
interface UndoState extends EntityState {
  readonly former: { readonly kind: EntityKind; readonly isProvisional: boolean } | null
}

/**
 * The value of the part `exists`: the kind, name and disambiguation of the entity. No other entity may have the same
 * name when an undo restores the entity.
 */
interface Life {
  readonly kind: EntityKind
  readonly name: FieldValue
  readonly disambiguation: FieldValue
}

const aliasPart = (alias: string) => `alias/${foldName(alias)}`
const parentPart = (id: string) => `parent/${id}`
const tagPart = (id: string) => `tag/${id}`
const exists = () => ["exists"]

const edits = (values: ReadonlyMap<string, PartValue>, state: UndoState): ReadonlyArray<RelatedEvent> => {
  const changes = [...values].flatMap(([field, to]) =>
    field === "exists" || elementOf(field) !== undefined
      ? []
      : [{ field, from: state.fields[field] ?? null, to: to as FieldValue }]
  )
  const aliases = [...values].flatMap(([part, value]): ReadonlyArray<RelatedEvent> => {
    if (fieldOf(part) !== "alias") return []
    const known = state.aliases.find((alias) => aliasPart(alias) === part)
    return [
      ...(known === undefined ? [] : [{ _tag: "related.alias-removed.v1" as const, alias: known }]),
      ...(value === null ? [] : [{ _tag: "related.alias-added.v1" as const, alias: String(value) }])
    ]
  })
  const tags = [...values].flatMap(([part, value]): ReadonlyArray<RelatedEvent> => {
    if (fieldOf(part) !== "tag") return []
    const tagId = elementOf(part)!
    if (value === null) return [{ _tag: "related.untagged.v1", tagId }]
    return [{ _tag: "related.tagged.v1", tagId, source: (value as { readonly source: string }).source }]
  })
  const parents = [...values].filter(([part]) => fieldOf(part) === "parent")
  const kept = state.parentIds.filter((id) => !values.has(parentPart(id)))
  const added = parents.flatMap(([part, value]) => (value === null ? [] : [elementOf(part)!]))
  return [
    ...aliases,
    ...(changes.length === 0
      ? []
      : [{ _tag: "related.edited.v1" as const, editVersion: state.editVersion + 1, changes }]),
    ...(parents.length === 0
      ? []
      : [{ _tag: "related.parent-set.v1" as const, parentIds: [...kept, ...added].toSorted() }]),
    ...tags
  ]
}

const Row = Schema.Struct({
  id: Schema.String,
  kind: EntityKind,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String),
  parentIds: Schema.Array(Schema.String)
})
type Row = typeof Row.Type
const Used = Schema.Struct({ id: Schema.String })

const lifeOf = (value: PartValue | undefined) => (value ?? null) as unknown as Life | null

/** Reads the current rows of the entities that an undo changes. Removed entities have no row. */
const rowsFor = (undone: ReadonlyArray<UndoneParts>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    rowsOf(Row)(sql`
      select e.id, e.kind, e.name, e.disambiguation,
        array(select p.parent_id from related_parents p where p.entity_id = e.id) as "parentIds"
      from related_entities e where e.id = any(${undone.map(({ streamId }) => streamId)}::uuid[])`)
  )

/** Refuses to undo a change that would give an entity the name of another entity. */
const nameRefusals = ({ streamId, values }: UndoneParts, kind: EntityKind, now: Row | undefined) =>
  Effect.gen(function* () {
    const restored = lifeOf(values.get("exists")?.to)
    const part = (["exists", "name", "disambiguation"] as const).find((each) => values.has(each))
    if (part === undefined || (part === "exists" && restored === null)) return []
    const textOf = (field: "name" | "disambiguation") =>
      foldName(String((values.get(field)?.to ?? restored?.[field] ?? now?.[field]) || ""))
    const sql = yield* SqlClient.SqlClient
    const taken = yield* rowsOf(Used)(sql`
      select id from related_entities where kind = ${kind}::related_kind and folded = ${textOf("name")}
        and folded_disambiguation = ${textOf("disambiguation")} and id <> ${streamId}`)
    return taken.length === 0 ? [] : [{ streamId, part, reason: `Another ${kind} now has this name.` }]
  })

/** Refuses to undo the creation of an entity that is still in use. */
const useRefusals = ({ streamId, values }: UndoneParts, kind: EntityKind) =>
  Effect.gen(function* () {
    if (!values.has("exists") || lifeOf(values.get("exists")?.to) !== null) return []
    const sql = yield* SqlClient.SqlClient
    const used = yield* rowsOf(Used)(sql`
      select item_id as id from item_relations where entity_id = ${streamId}
      union all select entity_id as id from related_parents where parent_id = ${streamId}
      union all select entity_id as id from related_tags where tag_id = ${streamId} limit 1`)
    return used.length === 0 ? [] : [{ streamId, part: "exists", reason: `The ${kind} is in use.` }]
  })

/**
 * Refuses to restore parents that no longer exist, would create a cycle, or would make the hierarchy too deep. A studio
 * with another parent keeps that parent.
 */
const parentRefusals = ({ streamId, values }: UndoneParts, kind: EntityKind, now: Row | undefined) =>
  Effect.gen(function* () {
    const kept = (now?.parentIds ?? []).filter((id) => values.get(parentPart(id)) === undefined)
    const added = [...values].flatMap(([part, { to }]) =>
      fieldOf(part) === "parent" && to !== null ? [part] : []
    )
    if (kind === "studio" && kept.length > 0)
      return added.map((part) => ({ streamId, part, reason: "The studio now has a different parent." }))
    const refusals: Array<UndoRefusal> = []
    for (const part of added) {
      const problem = yield* requireHierarchy(kind, streamId, [...kept, elementOf(part)!]).pipe(
        Effect.as(undefined),
        Effect.catchTags({
          HierarchyCycle: ({ message }) => Effect.succeed(message),
          Conflict: ({ message }) => Effect.succeed(message),
          NotFound: () => Effect.succeed(`The parent ${kind} was deleted.`)
        })
      )
      if (problem !== undefined) refusals.push({ streamId, part, reason: problem })
    }
    return refusals
  })

/** Refuses to restore tags of performers and studios that no longer exist. */
const tagRefusals = ({ streamId, values }: UndoneParts) =>
  Effect.gen(function* () {
    const added = [...values].flatMap(([part, { to }]) =>
      fieldOf(part) === "tag" && to !== null ? [elementOf(part)!] : []
    )
    if (added.length === 0) return []
    const sql = yield* SqlClient.SqlClient
    const known = yield* rowsOf(Used)(
      sql`select id from related_entities where id = any(${added}::uuid[]) order by id for key share`
    )
    return added
      .filter((tagId) => !known.some(({ id }) => id === tagId))
      .map((tagId) => ({ streamId, part: tagPart(tagId), reason: "The tag was deleted or merged." }))
  })

const refusalsOf = (undone: UndoneParts, now: Row | undefined) => {
  const life = undone.values.get("exists")
  const kind = now?.kind ?? lifeOf(life?.to)?.kind
  if (kind === undefined)
    return Effect.succeed(
      [...undone.values.keys()].map((part) => ({
        ...{ streamId: undone.streamId, part },
        reason: "The performer, studio or tag was deleted."
      }))
    )
  return Effect.map(
    Effect.all([
      nameRefusals(undone, kind, now),
      useRefusals(undone, kind),
      parentRefusals(undone, kind, now),
      tagRefusals(undone)
    ]),
    (all) => all.flat()
  )
}

/**
 * Undoes changes to performers, studios and tags: their fields, aliases, parents and tags, and their deletion or merge.
 */
export const relatedUndo = eventUndo<UndoState, RelatedEvent>({
  target: "entity",
  rule: {
    initial: { ...entityDecider.initial, former: null },
    evolve: (state, event) => {
      const after = entityDecider.evolve(state, event)
      const { isProvisional, kind } = after
      return { ...after, former: kind === null ? state.former : { kind, isProvisional } }
    },
    parts: {
      "related.created.v1": exists,
      "related.removed.v1": exists,
      "related.merged.v1": exists,
      "related.restored.v1": exists,
      "related.edited.v1": ({ changes }) => changes.map(({ field }) => field),
      "related.alias-added.v1": ({ alias }) => [aliasPart(alias)],
      "related.alias-removed.v1": ({ alias }) => [aliasPart(alias)],
      "related.tagged.v1": ({ tagId }) => [tagPart(tagId)],
      "related.untagged.v1": ({ tagId }) => [tagPart(tagId)],
      "related.parent-set.v1": (_event, before, after) =>
        [...new Set([...before.parentIds, ...after.parentIds])].map(parentPart)
    },
    read: (state, part) => {
      const field = fieldOf(part)
      if (field === "exists") {
        const { disambiguation = null, name = null } = state.fields
        return state.kind === null ? null : { kind: state.kind, name, disambiguation }
      }
      if (field === "alias") return state.aliases.find((alias) => aliasPart(alias) === part) ?? null
      if (field === "parent") return state.parentIds.some((id) => parentPart(id) === part) ? true : null
      if (field === "tag") {
        const tag = state.tags.find(({ tagId }) => tagPart(tagId) === part)
        return tag === undefined ? null : { to: tag.tagId, source: tag.source }
      }
      return state.fields[part] ?? null
    },
    write: (values, state) => {
      const { aliases, editVersion, fields, former, parentIds, tags } = state
      const life = values.get("exists")
      if (life === null) return [{ _tag: "related.removed.v1" }]
      const restored =
        life === undefined || state.kind !== null || former === null
          ? []
          : [
              {
                _tag: "related.restored.v1" as const,
                ...former,
                ...{ editVersion, fields, aliases, parentIds, tags }
              }
            ]
      return [...restored, ...edits(values, state)]
    }
  },
  check: (undone) =>
    Effect.gen(function* () {
      const kindsIn = (rows: ReadonlyArray<Row>) => [
        ...rows.map(({ kind }) => kind),
        ...undone.flatMap(({ values }) => lifeOf(values.get("exists")?.to)?.kind ?? [])
      ]
      yield* Effect.forEach([...new Set(kindsIn(yield* rowsFor(undone)))].toSorted(), lockKind)
      const now = new Map((yield* rowsFor(undone)).map((row) => [row.id, row]))
      const refusals = yield* Effect.forEach(undone, (each) => refusalsOf(each, now.get(each.streamId)))
      return refusals.flat()
    })
})
