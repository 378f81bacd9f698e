import { Uuid } from "@media/kernel/Ids"
import { longestName } from "@media/kernel/FoldedName"
import { Timestamp } from "@media/kernel/Timestamp"
import { limits as queryLimits } from "@media/query/Tree"
import { Picture } from "@media/wire/Picture"
import { reportAll } from "@media/wire/ReportAll"
import { Body, pageParams, QueryBoolean, SafeText, ShownText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { ItemKind } from "../../ItemKind.ts"
import type { EntityKind } from "../../EntityKind.ts"
import { SelectionFilter } from "../bulk/contract.ts"
import { EntityName, EntityRef } from "../../catalog/relations/contract.ts"
import { entityFields } from "./entityFields.ts"

/** The summary fields of entities of any kind. */
export const summaryFields = {
  id: Uuid,
  name: Schema.String,
  /** Distinguishes entities with the same name. */
  disambiguation: Schema.NullOr(Schema.String),
  isNsfw: Schema.Boolean,
  picture: Schema.NullOr(Picture),
  /** The caller's own rating and favorite. */
  userState: Schema.Struct({ isFavorite: Schema.Boolean, rating: Schema.NullOr(Schema.Int) }),
  /** Number of visible items with this entity. Items of its descendants are not counted. */
  count: Schema.Int,
  /** Time at which the entity was last added to a visible item. */
  lastUsedAt: Schema.NullOr(Timestamp),
  /** Number of visible child entities. */
  childCount: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** Number of visible items of each kind. Kinds without items are omitted. */
export const KindCounts = Schema.partial(Schema.Record({ key: ItemKind, value: Schema.Int }))

const detailFields = {
  ...summaryFields,
  sortName: Schema.NullOr(Schema.String),
  aliases: Schema.Array(Schema.String),
  parents: Schema.Array(EntityRef),
  ignoreAutoTag: Schema.Boolean,
  counts: KindCounts,
  /** The same counts as `counts`, but including the items of all descendants. Each item is counted once. */
  countsWithChildren: KindCounts,
  /** At most 12 performers who share the most visible items with this performer. */
  related: Schema.Array(Schema.Struct({ ...EntityRef.fields, count: Schema.Int })),
  /** Number of edits. A PATCH request may contain this number as `expectedVersion`, to detect concurrent edits. */
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
/** Names or ids of tags. Unknown names create tags. The list replaces all tags that the caller may see. */
const tags = { tags: Schema.optional(list(EntityName, 500)) }
const tagged = { tags: Schema.Array(EntityRef) }
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

/** Returns the schemas of one kind of entity. */
const shapesOf = <Fields extends Facts, Own extends Schema.Struct.Fields, Shown extends Schema.Struct.Fields>(
  name: string,
  fields: Fields,
  own: Own,
  shown: Shown
) => ({
  summary: Schema.Struct(summaryFields).annotations({ identifier: `${name}Summary` }),
  detail: Schema.Struct({ ...detailFields, ...shown, ...fields }).annotations({ identifier: name }),
  create: Body({ name: EntityName, ...namePatch, ...own, ...optional(fields) }),
  patch: Body({ name: Schema.optional(EntityName), ...namePatch, ...own, ...version, ...optional(fields) })
})

export const performer = shapesOf("Performer", entityFields.performer, tags, tagged)
export const studio = shapesOf("Studio", entityFields.studio, { ...parents, ...tags }, tagged)
export const author = shapesOf("Author", entityFields.author, tags, tagged)
export const tag = shapesOf("Tag", entityFields.tag, parents, {})

/** The details of an entity of this kind. */
export type EntityOf<Kind extends EntityKind> = {
  readonly performer: typeof performer.detail.Type
  readonly studio: typeof studio.detail.Type
  readonly tag: typeof tag.detail.Type
  readonly author: typeof author.detail.Type
}[Kind]

/** The request body that creates or changes an entity, for all kinds. */
export interface EntityPatch {
  readonly name?: string | undefined
  readonly disambiguation?: string | null | undefined
  readonly aliases?: ReadonlyArray<string> | undefined
  readonly parentIds?: ReadonlyArray<string> | undefined
  readonly tags?: ReadonlyArray<string> | undefined
  readonly expectedVersion?: number | undefined
}

export const EntitySort = Schema.Literal("name", "count", "lastUsed", "rating", "random")
export const EntityListParams = Schema.Struct({
  ...pageParams,
  /** Words in the name or an alias, and conditions such as `gender:female is:favorite`. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Selects only children of this entity. */
  parentId: Schema.optional(Uuid),
  /** True selects the caller's favorites. False selects all other entities. */
  favorite: Schema.optional(QueryBoolean),
  /** True selects entities with visible items of their own. False selects all other entities. */
  hasItems: Schema.optional(QueryBoolean),
  /** False selects the top level of the hierarchy: entities without a visible parent. */
  hasParent: Schema.optional(QueryBoolean),
  sort: Schema.optionalWith(EntitySort, { default: () => "name" as const }),
  /** The default is ascending for names and descending for all other sort orders. */
  order: Schema.optional(Schema.Literal("asc", "desc"))
})
export type EntityListParams = typeof EntityListParams.Type

export const EntityItemsParams = Schema.Struct({
  ...pageParams,
  kind: Schema.optional(ItemKind),
  /** True to include the items of the entity's descendants. */
  withChildren: Schema.optionalWith(QueryBoolean, { default: () => false }),
  sort: Schema.optionalWith(Schema.Literal("createdAt", "title", "date"), {
    default: () => "createdAt" as const
  }),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
})
export type EntityItemsParams = typeof EntityItemsParams.Type

export const MergeBody = Body({
  /** The entities to merge into the target. The merge deletes these entities. */
  from: list(Uuid, 100).pipe(Schema.minItems(1, { message: () => "must contain at least one entity" })),
  /**
   * Maps a field to the id of the entity whose value the target gets. All other fields keep the target's value unless
   * it is empty.
   */
  fields: Schema.optional(Schema.Record({ key: Schema.String, value: Uuid })),
  /** True to count the changes without making them. */
  dryRun: Schema.optional(Schema.Boolean)
})
export type MergeBody = typeof MergeBody.Type
export const MergeCounts = Schema.Struct({
  /** Number of items that are related to one of the merged entities. */
  items: Schema.Int,
  aliases: Schema.Int,
  children: Schema.Int,
  /** Number of accounts whose rating or favorite of a merged entity is moved to the target. */
  userStates: Schema.Int
}).annotations({ identifier: "MergeCounts" })

const splitFields = {
  name: EntityName,
  disambiguation: Schema.optional(Schema.NullOr(ShownText(longestName))),
  /** Aliases that are moved to the new entity. */
  aliases: Schema.optional(list(EntityName, 500)),
  /** Items that are moved to the new entity. */
  itemIds: Schema.optionalWith(list(Uuid, 10_000), { default: () => [] }),
  /** Filter of additional items of the entity that are moved to the new entity. */
  filter: Schema.optional(SelectionFilter),
  /**
   * With `filter`: the number of items that the user confirmed. If the number of matching items of the entity has
   * changed, the request fails with 409 and changes no data.
   */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** Fields that are copied to the new entity. */
  fields: Schema.optional(list(SafeText(100), 50))
}

export const SplitBody = reportAll(
  Schema.Struct(splitFields).pipe(
    Schema.filter(({ expected, filter }) =>
      expected === undefined || filter !== undefined
        ? undefined
        : { path: ["expected"], message: "can only be used with filter" }
    )
  )
)
export type SplitBody = typeof SplitBody.Type
