import { Uuid } from "@media/kernel/Ids"
import { longestName } from "@media/kernel/FoldedName"
import { Timestamp } from "@media/kernel/Timestamp"
import { limits as queryLimits } from "@media/query/Tree"
import { Body, pageParams, QueryBoolean, SafeText, ShownText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { EntityName, EntityRef } from "../../catalog/relations/contract.ts"
import { entityFields } from "./entityFields.ts"

/** What a row of a list says of an entity of any kind. */
export const summaryFields = {
  id: Uuid,
  name: Schema.String,
  /** Tells entities of one name apart. */
  disambiguation: Schema.NullOr(Schema.String),
  isNsfw: Schema.Boolean,
  /** The caller's own. */
  userState: Schema.Struct({ isFavorite: Schema.Boolean, rating: Schema.NullOr(Schema.Int) }),
  /** Items of the entity itself that the caller may see. */
  count: Schema.Int,
  /** When an item that the caller may see was given the entity last. */
  lastUsedAt: Schema.NullOr(Timestamp),
  /** Entities directly below it that the caller may see. */
  childCount: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** How many visible items there are of each kind; a kind without any is left out. */
export const KindCounts = Schema.partial(Schema.Record({ key: ItemKind, value: Schema.Int }))

const detailFields = {
  ...summaryFields,
  sortName: Schema.NullOr(Schema.String),
  aliases: Schema.Array(Schema.String),
  parents: Schema.Array(EntityRef),
  ignoreAutoTag: Schema.Boolean,
  counts: KindCounts,
  /** The same with the items of all entities below it, each item once. */
  countsWithChildren: KindCounts,
  /** Performers who share most visible items with this one, at most 12. */
  related: Schema.Array(Schema.Struct({ id: Uuid, name: Schema.String, count: Schema.Int })),
  /** Counts the edits; a PATCH may send it back to notice an edit by someone else. */
  version: Schema.Int
}

const list = <A, I>(one: Schema.Schema<A, I>, most: number) =>
  Schema.Array(one).pipe(Schema.maxItems(most, { message: () => `must have at most ${most} entries` }))

const namePatch = {
  disambiguation: Schema.optional(Schema.NullOr(ShownText(longestName))),
  sortName: Schema.optional(Schema.NullOr(ShownText(longestName))),
  aliases: Schema.optional(list(EntityName, 500)),
  isNsfw: Schema.optional(Schema.Boolean),
  ignoreAutoTag: Schema.optional(Schema.Boolean)
}
const parents = { parentIds: Schema.optional(list(Uuid, 100)) }
const version = {
  expectedVersion: Schema.optional(
    Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))
  )
}

type Facts = Readonly<Record<string, Schema.Schema.AnyNoContext>>
type Optional<Fields extends Facts> = { readonly [Field in keyof Fields]: Schema.optional<Fields[Field]> }
const optional = <Fields extends Facts>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => [field, Schema.optional(schema)])
  ) as unknown as Optional<Fields>

/** The schemas of one kind. */
const shapesOf = <Fields extends Facts, Own extends Schema.Struct.Fields>(
  name: string,
  fields: Fields,
  own: Own
) => ({
  summary: Schema.Struct(summaryFields).annotations({ identifier: `${name}Summary` }),
  detail: Schema.Struct({ ...detailFields, ...fields }).annotations({ identifier: name }),
  create: Body({ name: EntityName, ...namePatch, ...own, ...optional(fields) }),
  patch: Body({ name: Schema.optional(EntityName), ...namePatch, ...own, ...version, ...optional(fields) })
})

export const performer = shapesOf("Performer", entityFields.performer, {})
export const studio = shapesOf("Studio", entityFields.studio, parents)
export const tag = shapesOf("Tag", entityFields.tag, parents)

/** The page of an entity of this kind. */
export type EntityOf<Kind extends EntityKind> = {
  readonly performer: typeof performer.detail.Type
  readonly studio: typeof studio.detail.Type
  readonly tag: typeof tag.detail.Type
}[Kind]

/** The body of a creation or a change, as the commands take it. */
export interface EntityPatch {
  readonly name?: string | undefined
  readonly disambiguation?: string | null | undefined
  readonly aliases?: ReadonlyArray<string> | undefined
  readonly parentIds?: ReadonlyArray<string> | undefined
  readonly expectedVersion?: number | undefined
}

export const EntitySort = Schema.Literal("name", "count", "lastUsed", "rating", "random")
export const EntityListParams = Schema.Struct({
  ...pageParams,
  /** Words of the name or an alias, and conditions such as `gender:female is:favorite`. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Directly below this entity. */
  parentId: Schema.optional(Uuid),
  /** The caller's favorites, or all others. */
  favorite: Schema.optional(QueryBoolean),
  /** Whether an item that the caller may see has the entity itself. */
  hasItems: Schema.optional(QueryBoolean),
  sort: Schema.optionalWith(EntitySort, { default: () => "name" as const }),
  /** By default names ascend, and everything else descends. */
  order: Schema.optional(Schema.Literal("asc", "desc"))
})
export type EntityListParams = typeof EntityListParams.Type

export const EntityItemsParams = Schema.Struct({
  ...pageParams,
  kind: Schema.optional(ItemKind),
  /** Also items of entities below it. */
  withChildren: Schema.optionalWith(QueryBoolean, { default: () => false }),
  sort: Schema.optionalWith(Schema.Literal("createdAt", "title", "date"), {
    default: () => "createdAt" as const
  }),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
})
export type EntityItemsParams = typeof EntityItemsParams.Type

export const MergeBody = Body({
  /** Entities that end. */
  from: list(Uuid, 100).pipe(Schema.minItems(1, { message: () => "must name an entity" })),
  /** Fields whose value comes from one of the others, by its id; every other field keeps the target's unless that is empty. */
  fields: Schema.optional(Schema.Record({ key: Schema.String, value: Uuid })),
  /** Only counts what would change. */
  dryRun: Schema.optional(Schema.Boolean)
})
export type MergeBody = typeof MergeBody.Type
export const MergeCounts = Schema.Struct({
  /** Items that have one of the merged entities. */
  items: Schema.Int,
  aliases: Schema.Int,
  children: Schema.Int,
  /** Accounts whose favorite or rating of a merged entity moves. */
  userStates: Schema.Int
}).annotations({ identifier: "MergeCounts" })

export const SplitBody = Body({
  name: EntityName,
  disambiguation: Schema.optional(Schema.NullOr(ShownText(longestName))),
  /** Aliases of the entity that become those of the new one. */
  aliases: Schema.optional(list(EntityName, 500)),
  /** Items that the new entity takes. */
  itemIds: list(Uuid, 10_000),
  /** Fields whose values the new entity gets as well. */
  fields: Schema.optional(list(SafeText(100), 50))
})
export type SplitBody = typeof SplitBody.Type
