import * as SqlClient from "@effect/sql/SqlClient"
import type { EventMeta } from "@media/event-store/Event"
import { EventStore } from "@media/event-store/EventStore"
import { cleanName, foldName } from "@media/kernel/FoldedName"
import { uuidv7 } from "@media/kernel/Ids"
import { rowOf } from "@media/pg/Rows"
import { transaction } from "@media/pg/Transaction"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { orConflict } from "../../platform/access/Command.ts"
import { entityDecider, type EntityChanges, type EntityCommand } from "./decider.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { NameTaken } from "./errors.ts"
import { findNamed, lockKind } from "./names.ts"
import { requireHierarchy } from "./parents.ts"

/** Executes a command on one entity. */
export const executeOnEntity = (id: string, command: EntityCommand, meta: EventMeta) =>
  Effect.flatMap(EventStore, (store) =>
    store.execute({ streamId: id, decider: entityDecider, command, meta })
  ).pipe(orConflict)

const Entity = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String)
})
const Other = Schema.Struct({ id: Schema.String })

/**
 * Fails with `NameTaken` if another entity has the same name and disambiguation. The caller must hold the lock of the
 * kind (`lockKind`), so that no other request can take the name before the commit.
 */
const requireFreeName = (
  kind: EntityKind,
  { disambiguation, name }: { readonly name: string; readonly disambiguation: string | null },
  ownId?: string
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const other = yield* rowOf(Other)(sql`
      select id from related_entities where kind = ${kind}::related_kind and folded = ${foldName(name)}
        and folded_disambiguation = ${foldName(disambiguation ?? "")} and id is distinct from ${ownId ?? null}::uuid`)
    if (Option.isSome(other)) return yield* new NameTaken({ kind, name, id: other.value.id })
  })

/** The new tags of a performer or studio. */
export interface NamedTags {
  /** Names or ids of tags. A tag is created for each unknown name. */
  readonly names: ReadonlyArray<string>
  readonly source: string
  /** The ids of tags that are hidden from the caller. The entity keeps these tags. */
  readonly hidden: ReadonlySet<string>
}

/** All values of an entity that a user can edit. Omitted values are kept. */
export interface EntityValues {
  readonly name?: string | undefined
  readonly disambiguation?: string | null | undefined
  readonly aliases?: ReadonlyArray<string> | undefined
  readonly parentIds?: ReadonlyArray<string> | undefined
  readonly tags?: NamedTags | undefined
  readonly fields?: EntityChanges | undefined
}

const optionalName = (text: string | null | undefined): string | null => {
  const name = cleanName(text ?? "")
  return name === "" ? null : name
}

/**
 * Writes the aliases, parents and tags of an existing entity. To change parents, the caller must hold the lock of the
 * entity's kind (`lockKind`).
 */
const setLists = (
  kind: EntityKind,
  id: string,
  { aliases, parentIds, tags }: Pick<EntityValues, "aliases" | "parentIds" | "tags">,
  meta: EventMeta
) =>
  Effect.gen(function* () {
    if (aliases !== undefined)
      yield* executeOnEntity(id, { _tag: "SetAliases", aliases: aliases.map(cleanName) }, meta)
    if (parentIds !== undefined) {
      yield* requireHierarchy(kind, id, parentIds)
      yield* executeOnEntity(id, { _tag: "SetParents", parentIds }, meta)
    }
    if (tags === undefined) return
    const { hidden, names, source } = tags
    const tagIds = yield* findOrCreate("tag", names, "user", meta)
    const all = tagIds.map((tagId) => ({ tagId, source }))
    yield* executeOnEntity(id, { _tag: "SetTags", tags: all, hidden }, meta)
  })

/** Creates an entity and returns its id. */
export const createEntity = Effect.fn("related.create")(
  (kind: EntityKind, values: EntityValues & { readonly name: string }, meta: EventMeta) =>
    Effect.gen(function* () {
      const id = uuidv7()
      const name = cleanName(values.name)
      const disambiguation = optionalName(values.disambiguation)
      yield* lockKind(kind)
      yield* requireFreeName(kind, { name, disambiguation })
      yield* executeOnEntity(id, { _tag: "Create", kind, name, disambiguation, source: "user" }, meta)
      yield* executeOnEntity(id, { _tag: "Edit", changes: values.fields ?? {} }, meta)
      yield* setLists(kind, id, values, meta)
      return id
    }).pipe(transaction)
)

/** Changes an entity in one transaction. Callers must check first that the user may see the entity. */
export const changeEntity = Effect.fn("related.change")(
  (
    kind: EntityKind,
    id: string,
    values: EntityValues & { readonly expectedVersion?: number | undefined },
    meta: EventMeta
  ) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isNamed = values.name !== undefined || values.disambiguation !== undefined
      if (isNamed || values.parentIds !== undefined) yield* lockKind(kind)
      const found = yield* rowOf(Entity)(
        sql`select id, name, disambiguation from related_entities where id = ${id}`
      )
      const before = Option.getOrElse(found, () => ({ name: "", disambiguation: null }))
      const name = values.name === undefined ? before.name : cleanName(values.name)
      const disambiguation =
        values.disambiguation === undefined ? before.disambiguation : optionalName(values.disambiguation)
      if (isNamed) yield* requireFreeName(kind, { name, disambiguation }, id)
      const changes = { ...values.fields, ...(isNamed ? { name, disambiguation } : {}) }
      yield* executeOnEntity(id, { _tag: "Edit", changes, expectedVersion: values.expectedVersion }, meta)
      yield* setLists(kind, id, values, meta)
    }).pipe(transaction)
)

/**
 * Returns the ids of the entities with these names or ids, in the same order. An entity is created for each unknown
 * name.
 */
export const findOrCreate = Effect.fn("related.findOrCreate")(
  (kind: EntityKind, names: ReadonlyArray<string>, source: string, meta: EventMeta) =>
    Effect.gen(function* () {
      const known = yield* findNamed(kind, names)
      if (!known.includes(undefined)) return known.filter((id) => id !== undefined)
      yield* lockKind(kind)
      // Repeat the lookup under the lock, because another request may have created the entities in the meantime.
      const before = yield* findNamed(kind, names)
      const created = new Map<string, string>()
      for (const [index, text] of names.entries()) {
        const name = cleanName(text)
        if (before[index] !== undefined || created.has(foldName(name))) continue
        const id = uuidv7()
        yield* executeOnEntity(id, { _tag: "Create", kind, name, disambiguation: null, source }, meta)
        created.set(foldName(name), id)
      }
      return names.map((name, index) => before[index] ?? created.get(foldName(name))!)
    }).pipe(transaction)
)
