import type { Decider } from "@media/event-store/Decider"
import { Conflict, NotFound } from "@media/kernel/Errors"
import * as Either from "effect/Either"
import { aliasesWithout, changeAliases, isAlike } from "./aliases.ts"
import { type EntityKind, hierarchies } from "../../EntityKind.ts"
import type { FieldValue, RelatedEvent } from "./events.ts"
import { changeTags, type EntityTag, replacedTag } from "./tags.ts"

export type EntityChanges = Readonly<Record<string, FieldValue | undefined>>

export type EntityCommand =
  | {
      readonly _tag: "Create"
      readonly kind: EntityKind
      readonly name: string
      readonly disambiguation: string | null
      readonly source: string
    }
  | {
      readonly _tag: "Edit"
      readonly changes: EntityChanges
      /** The `editVersion` that the edit is based on. */
      readonly expectedVersion?: number | undefined
    }
  /** Replaces all aliases. */
  | { readonly _tag: "SetAliases"; readonly aliases: ReadonlyArray<string> }
  | { readonly _tag: "AddAliases"; readonly aliases: ReadonlyArray<string> }
  | { readonly _tag: "SetParents"; readonly parentIds: ReadonlyArray<string> }
  /** Replaces all tags of a performer or studio, except tags that are hidden from the caller. */
  | {
      readonly _tag: "SetTags"
      readonly tags: ReadonlyArray<EntityTag>
      readonly hidden: ReadonlySet<string>
    }
  /** Replaces one tag with another tag, or removes the tag. */
  | { readonly _tag: "ReplaceTag"; readonly from: string; readonly into: string | null }
  | { readonly _tag: "Merge"; readonly into: string; readonly itemIds: ReadonlyArray<string> }
  | {
      readonly _tag: "Split"
      readonly into: string
      readonly aliases: ReadonlyArray<string>
      readonly itemIds: ReadonlyArray<string>
    }
  | { readonly _tag: "Remove" }
  /** Removes an unused entity that was created for a file or metadata source, unless a user has edited it. */
  | { readonly _tag: "RemoveProvisional" }

export interface EntityState {
  /** Null before the entity is created, and after it was merged or removed. */
  readonly kind: EntityKind | null
  readonly isProvisional: boolean
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly aliases: ReadonlyArray<string>
  readonly parentIds: ReadonlyArray<string>
  readonly tags: ReadonlyArray<EntityTag>
  readonly editVersion: number
  /** The number of the last edit that changed a field, keyed by field. */
  readonly editedBy: Readonly<Record<string, number>>
}

/**
 * Serializes a value for comparisons. The keys of an object are sorted, because PostgreSQL does not preserve their
 * order.
 */
const written = (value: FieldValue): string =>
  JSON.stringify(
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).toSorted()
      : value
  )
const isSame = (one: FieldValue, other: FieldValue): boolean => written(one) === written(other)

const requireEntity = ({ kind }: EntityState): Either.Either<EntityKind, NotFound> =>
  kind === null ? Either.left(new NotFound({ what: "entity" })) : Either.right(kind)

/**
 * Rejects an edit if one of its fields was edited after the version that the edit is based on. Later edits of other
 * fields are not a conflict.
 */
const requireUnchanged = (
  expected: number | undefined,
  fields: ReadonlyArray<string>,
  { editVersion, editedBy }: EntityState
): Either.Either<void, Conflict> =>
  expected === undefined ||
  (expected <= editVersion && fields.every((field) => (editedBy[field] ?? 0) <= expected))
    ? Either.void
    : Either.left(
        new Conflict({
          reason: "This entry has changed since you opened it. Reload it, then make your change again."
        })
      )

const requireParents = (
  kind: EntityKind,
  parentIds: ReadonlyArray<string>
): Either.Either<void, Conflict> => {
  const hierarchy = hierarchies[kind]
  if (hierarchy === "flat" && parentIds.length > 0)
    return Either.left(new Conflict({ reason: `A ${kind} cannot have a parent.` }))
  if (hierarchy === "tree" && parentIds.length > 1)
    return Either.left(new Conflict({ reason: `A ${kind} can have only one parent.` }))
  return Either.void
}

const edit = (
  { changes, expectedVersion }: Extract<EntityCommand, { readonly _tag: "Edit" }>,
  state: EntityState
): Either.Either<ReadonlyArray<RelatedEvent>, Conflict> =>
  Either.gen(function* () {
    const changed = Object.entries(changes).flatMap(([field, to]) => {
      const from = state.fields[field] ?? null
      return to === undefined || isSame(from, to) ? [] : [{ field, from, to }]
    })
    yield* requireUnchanged(
      expectedVersion,
      changed.map(({ field }) => field),
      state
    )
    if (changed.length === 0) return []
    const name = changed.find(({ field }) => field === "name")?.to
    // An alias that becomes the entity's name is removed from the aliases.
    const taken = typeof name === "string" ? state.aliases.filter(isAlike(name)) : []
    return [
      ...taken.map((alias) => ({ _tag: "related.alias-removed.v1" as const, alias })),
      { _tag: "related.edited.v1" as const, editVersion: state.editVersion + 1, changes: changed }
    ]
  })

export const entityDecider: Decider<EntityCommand, EntityState, RelatedEvent, NotFound | Conflict> = {
  initial: {
    kind: null,
    isProvisional: false,
    fields: {},
    aliases: [],
    parentIds: [],
    tags: [],
    editVersion: 0,
    editedBy: {}
  },
  decide: (command, state) =>
    Either.gen(function* () {
      if (command._tag === "Create") {
        const { _tag, ...created } = command
        return [{ _tag: "related.created.v1" as const, ...created }]
      }
      const kind = yield* requireEntity(state)
      const name = String(state.fields["name"])
      switch (command._tag) {
        case "Edit":
          return yield* edit(command, state)
        case "SetAliases":
          return changeAliases(state.aliases, aliasesWithout(name, command.aliases))
        case "AddAliases":
          return changeAliases(state.aliases, aliasesWithout(name, [...state.aliases, ...command.aliases]))
        case "SetParents": {
          const parentIds = [...new Set(command.parentIds)].toSorted()
          yield* requireParents(kind, parentIds)
          return isSame(state.parentIds, parentIds)
            ? []
            : [{ _tag: "related.parent-set.v1" as const, parentIds }]
        }
        case "SetTags": {
          if (kind === "tag" && command.tags.length > 0)
            return yield* Either.left(new Conflict({ reason: "A tag cannot have tags." }))
          const kept = state.tags.filter(({ tagId }) => command.hidden.has(tagId))
          return changeTags(state.tags, [...kept, ...command.tags])
        }
        case "ReplaceTag":
          return changeTags(state.tags, replacedTag(state.tags, command.from, command.into))
        case "Merge": {
          const { into, itemIds } = command
          return [{ _tag: "related.merged.v1" as const, into, itemIds }]
        }
        case "Split": {
          const aliases = state.aliases.filter((alias) => command.aliases.some(isAlike(alias)))
          const { into, itemIds } = command
          return [
            ...aliases.map((alias) => ({ _tag: "related.alias-removed.v1" as const, alias })),
            { _tag: "related.split.v1" as const, into, aliases, itemIds }
          ]
        }
        case "Remove":
          return [{ _tag: "related.removed.v1" as const }]
        case "RemoveProvisional":
          return state.isProvisional ? [{ _tag: "related.removed.v1" as const }] : []
      }
    }),
  evolve: (state, event) => {
    switch (event._tag) {
      case "related.created.v1": {
        const { disambiguation, kind, name, source } = event
        return { ...state, kind, isProvisional: source !== "user", fields: { name, disambiguation } }
      }
      case "related.edited.v1":
        return {
          ...state,
          isProvisional: false,
          editVersion: event.editVersion,
          fields: {
            ...state.fields,
            ...Object.fromEntries(event.changes.map(({ field, to }) => [field, to]))
          },
          editedBy: {
            ...state.editedBy,
            ...Object.fromEntries(event.changes.map(({ field }) => [field, event.editVersion]))
          }
        }
      case "related.alias-added.v1":
        return { ...state, isProvisional: false, aliases: [...state.aliases, event.alias] }
      case "related.alias-removed.v1":
        return { ...state, isProvisional: false, aliases: state.aliases.filter((one) => one !== event.alias) }
      case "related.parent-set.v1":
        return { ...state, isProvisional: false, parentIds: event.parentIds }
      case "related.tagged.v1": {
        const { source, tagId } = event
        const others = state.tags.filter((one) => one.tagId !== tagId)
        return { ...state, isProvisional: false, tags: [...others, { tagId, source }] }
      }
      case "related.untagged.v1":
        return {
          ...state,
          isProvisional: false,
          tags: state.tags.filter(({ tagId }) => tagId !== event.tagId)
        }
      case "related.split.v1":
        return { ...state, isProvisional: false }
      case "related.restored.v1": {
        const { _tag, ...restored } = event
        return { ...state, ...restored }
      }
      case "related.merged.v1":
      case "related.removed.v1":
        return { ...state, kind: null, isProvisional: false }
      // The stream also contains events about reviews of metadata results for the entity. They are ignored here.
      default:
        return state
    }
  }
}
