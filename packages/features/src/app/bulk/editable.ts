import { Invalid } from "@media/kernel/Errors"
import { type Field, hasKind } from "@media/query/Field"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { itemFieldTable } from "../../catalog/filters/itemFields.ts"
import type { SqlSource } from "../../catalog/filters/sources.ts"
import { itemPatchFields } from "../../catalog/items/contract.ts"
import type { ItemChanges } from "../../catalog/items/decider.ts"
import { isListField, type ListEdits, type ListField, listOf } from "../../catalog/items/lists.ts"
import { sourcedFields } from "../../catalog/items/sourcedFields.ts"
import { EntityName } from "../../catalog/relations/contract.ts"
import type { ItemRelation } from "../../catalog/relations/events.ts"
import { itemRelations } from "../../catalog/relations/relations.ts"
import type { ItemKind } from "../../ItemKind.ts"
import type { FieldChange, FieldValues } from "./contract.ts"

/** Names or ids of the entities to add and to remove, or of the entities that replace the whole list. */
export interface ListChange {
  readonly add?: ReadonlyArray<string> | undefined
  readonly remove?: ReadonlyArray<string> | undefined
  readonly replace?: ReadonlyArray<string> | undefined
}

export interface OwnChanges {
  readonly isFavorite?: boolean | undefined
  readonly isWatched?: boolean | undefined
  readonly rating?: number | null | undefined
}

/** A bulk edit, grouped by the streams that store the changes. */
export interface EditPlan {
  readonly item: ItemChanges
  /** Entries to add to and to remove from list fields of the item. */
  readonly lists: ListEdits
  readonly related: ReadonlyArray<readonly [relation: ItemRelation, change: ListChange]>
  readonly own: OwnChanges
  /** Fields to unlock, under the names that the sources use. */
  readonly unlock: ReadonlyArray<string>
}

export type EditableField = Field<SqlSource>

export const isOwn = ({ source }: EditableField): boolean => source.from === "own"
export const relationOf = ({ source }: EditableField): ItemRelation | undefined =>
  source.from === "entities" ? source.relation : undefined
/** Returns true for fields with several values. */
const isList = (field: EditableField): boolean => {
  const relation = relationOf(field)
  return isListField(field.name) || (relation !== undefined && !itemRelations[relation].isSingle)
}

/** Returns the fields that can be edited in bulk and that all of these kinds have. */
export const editableFields = (kinds: ReadonlyArray<ItemKind>): ReadonlyArray<EditableField> =>
  itemFieldTable().fields.filter((field) => field.editable && kinds.every((kind) => hasKind(field, kind)))

const typeOf = ({ type }: EditableField): FieldValues["type"] => {
  switch (type.name) {
    case "boolean":
    case "date":
    case "rating":
    case "text":
      return type.name
    case "ref":
      return "names"
    default:
      return "number"
  }
}

/**
 * Returns the name of a field in the stored values that come from files and websites. Returns undefined if only users
 * can set the field.
 */
const sourcedName = (field: EditableField): string | undefined => {
  const relation = relationOf(field)
  if (relation !== undefined) return itemRelations[relation].field
  return (sourcedFields as ReadonlyArray<string>).includes(field.name) ? field.name : undefined
}

/** Returns the description of a field for the form of an edit. */
export const shownField = (field: EditableField) => ({
  name: field.name,
  label: field.label,
  type: typeOf(field),
  isList: isList(field),
  isOwn: isOwn(field),
  canClear: field.type.name !== "boolean" && field.name !== "title",
  canUnlock: sourcedName(field) !== undefined
})

const Values = Schema.Struct({
  ...itemPatchFields,
  isFavorite: Schema.optional(Schema.Boolean),
  isWatched: Schema.optional(Schema.Boolean)
})
const decode = Schema.decodeUnknownEither(Values)

type Part = Partial<EditPlan> | string

const decodeNames = Schema.decodeUnknownEither(Schema.Array(EntityName))
const reasonOf = (error: ParseResult.ParseError): string =>
  ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? "is not a valid value"

/** Decodes the entity names in a change. Fails with the reason why the first invalid name was rejected. */
const decodedNames = ({ add, remove, replace }: FieldChange): Either.Either<ListChange, string> =>
  Either.all(
    Object.fromEntries(
      Object.entries({ add, remove, replace }).flatMap(([way, names]) =>
        names === undefined ? [] : [[way, decodeNames(names)]]
      )
    )
  ).pipe(Either.mapLeft(reasonOf))

/**
 * Plans a change to web addresses or external ids, or returns the reason why the change is invalid. Removing an invalid
 * entry has no effect.
 */
const listPart = (field: ListField, change: FieldChange): Part => {
  if (change.set !== undefined) return "only accepts add, remove or replace"
  if (change.clear === true) return { item: { [field]: listOf(field, []) } }
  const { add, remove, replace } = change
  const wanted = replace ?? add ?? []
  if (field === "externalIds" && wanted.some((entry) => !/^[a-z0-9]{1,20}:./.test(entry)))
    return "must contain ids such as imdb:tt0133093"
  const decoded = decode({ [field]: listOf(field, wanted) })
  if (Either.isLeft(decoded)) return reasonOf(decoded.left)
  return replace === undefined
    ? { lists: { [field]: { add, remove } } }
    : { item: { [field]: decoded.right[field] } }
}

/** Plans the change to one field, or returns the reason why the change is invalid. */
const partOf = (field: EditableField, change: FieldChange): Part => {
  const relation = relationOf(field)
  const { clear, set, unlock } = change
  if (unlock === true) {
    const sourced = sourcedName(field)
    return sourced === undefined ? "has no source other than manual edits" : { unlock: [sourced] }
  }
  if (relation !== undefined && isList(field)) {
    if (set !== undefined) return "only accepts add, remove or replace"
    if (clear === true) return { related: [[relation, { replace: [] }]] }
    const named = decodedNames(change)
    return Either.isLeft(named) ? named.left : { related: [[relation, named.right]] }
  }
  if (isListField(field.name)) return listPart(field.name, change)
  if (set === undefined && clear !== true) return "only accepts set or clear"
  const decoded = decode({ [field.name]: clear === true ? null : set })
  if (Either.isLeft(decoded)) return reasonOf(decoded.left)
  const value = (decoded.right as Readonly<Record<string, unknown>>)[field.name] as never
  if (relation !== undefined) return { related: [[relation, { replace: value === null ? [] : [value] }]] }
  return isOwn(field)
    ? { own: { [field.name]: value } }
    : { item: { [field.name]: field.name === "title" ? String(value).trim() : value } }
}

/** Converts the changes in a request to a plan, based on the field declarations. Fails if a change is invalid. */
export const planOf = Effect.fn("bulk.plan")(function* (
  kinds: ReadonlyArray<ItemKind>,
  changes: Readonly<Record<string, FieldChange>>
) {
  const fields = new Map(editableFields(kinds).map((field) => [field.name, field]))
  const read = Object.entries(changes).map(([name, change]) => {
    const field = fields.get(name)
    const part: Part = field === undefined ? "is not a field that these items have" : partOf(field, change)
    return { name, part }
  })
  const problems = read.flatMap(({ name, part }) =>
    typeof part === "string" ? [{ path: `changes.${name}`, message: part }] : []
  )
  if (problems.length > 0)
    return yield* new Invalid({ reason: `${problems[0]!.path} ${problems[0]!.message}.`, fields: problems })
  const parts = read.flatMap(({ part }) => (typeof part === "string" ? [] : [part]))
  return {
    item: Object.assign({}, ...parts.map(({ item = {} }) => item)) as ItemChanges,
    lists: Object.assign({}, ...parts.map(({ lists = {} }) => lists)) as ListEdits,
    related: parts.flatMap(({ related = [] }) => related),
    own: Object.assign({}, ...parts.map(({ own = {} }) => own)) as OwnChanges,
    unlock: parts.flatMap(({ unlock = [] }) => unlock)
  } satisfies EditPlan
})

/** The changes of an edit that the server makes itself, for example for a rule. */
export interface ItemsEdits extends OwnChanges, ItemChanges {
  readonly performers?: ListChange | undefined
  readonly tags?: ListChange | undefined
  readonly studio?: string | null | undefined
}

const given = <A extends object>(values: A): A =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as A

export const planFor = ({
  isFavorite,
  isWatched,
  performers,
  rating,
  studio,
  tags,
  ...item
}: ItemsEdits): EditPlan => ({
  item: given(item),
  lists: {},
  unlock: [],
  own: given({ isFavorite, isWatched, rating }),
  related: [
    ...(performers === undefined ? [] : [["performer", performers] as const]),
    ...(studio === undefined ? [] : [["studio", { replace: studio === null ? [] : [studio] }] as const]),
    ...(tags === undefined ? [] : [["tag", tags] as const])
  ]
})

/** Returns true if a plan changes the library, and not only the caller's own state. */
export const changesLibrary = ({ item, lists, related, unlock }: EditPlan): boolean =>
  Object.keys(item).length + Object.keys(lists).length + related.length + unlock.length > 0
