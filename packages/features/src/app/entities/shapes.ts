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

/** The fields of a list row, for entities of any kind. */
export const summaryFields = {
  id: Uuid,
  name: Schema.String,
  /** Distinguishes entities with the same name. */
  disambiguation: Schema.NullOr(Schema.String),
  isNsfw: Schema.Boolean,
  picture: Schema.NullOr(Picture),
  /** The caller's own rating and favorite. */
  userState: Schema.Struct({ isFavorite: Schema.Boolean, rating: Schema.NullOr(Schema.Int) }),
  /** The number of visible items related to the entity itself. */
  count: Schema.Int,
  /** The last time the entity was added to a visible item. */
  lastUsedAt: Schema.NullOr(Timestamp),
  /** The number of visible child entities. */
  childCount: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

/** The number of visible items of each kind. Kinds without any are omitted. */
export const KindCounts = Schema.partial(Schema.Record({ key: ItemKind, value: Schema.Int }))

const detailFields = {
  ...summaryFields,
  sortName: Schema.NullOr(Schema.String),
  aliases: Schema.Array(Schema.String),
  parents: Schema.Array(EntityRef),
  ignoreAutoTag: Schema.Boolean,
  counts: KindCounts,
  /** `counts` including the items of all descendants. Each item counts once. */
  countsWithChildren: KindCounts,
  /** At most 12 performers who share the most visible items with this one. */
  related: Schema.Array(Schema.Struct({ ...EntityRef.fields, count: Schema.Int })),
  /** The number of edits. A PATCH may send it to detect concurrent edits. */
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

/** The schemas of one kind. */
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
export const tag = shapesOf("Tag", entityFields.tag, parents, {})

/** The details of an entity of this kind. */
export type EntityOf<Kind extends EntityKind> = {
  readonly performer: typeof performer.detail.Type
  readonly studio: typeof studio.detail.Type
  readonly tag: typeof tag.detail.Type
}[Kind]

/** The body of a creation or a change, in the form that the commands accept. */
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
  /** Words of the name or an alias, and conditions such as `gender:female is:favorite`. */
  q: Schema.optional(SafeText(queryLimits.text)),
  /** Only children of this entity. */
  parentId: Schema.optional(Uuid),
  /** The caller's favorites, or all others. */
  favorite: Schema.optional(QueryBoolean),
  /** True selects entities with visible items of their own, false all others. */
  hasItems: Schema.optional(QueryBoolean),
  /** False selects the top of the hierarchy: entities without a visible parent. */
  hasParent: Schema.optional(QueryBoolean),
  sort: Schema.optionalWith(EntitySort, { default: () => "name" as const }),
  /** Ascending by default for names, descending for all other sorts. */
  order: Schema.optional(Schema.Literal("asc", "desc"))
})
export type EntityListParams = typeof EntityListParams.Type

export const EntityItemsParams = Schema.Struct({
  ...pageParams,
  kind: Schema.optional(ItemKind),
  /** Includes items of entities below this one. */
  withChildren: Schema.optionalWith(QueryBoolean, { default: () => false }),
  sort: Schema.optionalWith(Schema.Literal("createdAt", "title", "date"), {
    default: () => "createdAt" as const
  }),
  order: Schema.optionalWith(Schema.Literal("asc", "desc"), { default: () => "desc" as const })
})
export type EntityItemsParams = typeof EntityItemsParams.Type

export const MergeBody = Body({
  /** The entities to merge into the target, which are then deleted. */
  from: list(Uuid, 100).pipe(Schema.minItems(1, { message: () => "must name an entity" })),
  /**
   * Maps a field to the id of the entity whose value it gets. Other fields keep the target's value unless it is
   * empty.
   */
  fields: Schema.optional(Schema.Record({ key: Schema.String, value: Uuid })),
  /** Counts the changes without making them. */
  dryRun: Schema.optional(Schema.Boolean)
})
export type MergeBody = typeof MergeBody.Type
export const MergeCounts = Schema.Struct({
  /** The number of items related to a merged entity. */
  items: Schema.Int,
  aliases: Schema.Int,
  children: Schema.Int,
  /** The number of accounts whose favorite or rating of a merged entity moves to the target. */
  userStates: Schema.Int
}).annotations({ identifier: "MergeCounts" })

const splitFields = {
  name: EntityName,
  disambiguation: Schema.optional(Schema.NullOr(ShownText(longestName))),
  /** Aliases to move to the new entity. */
  aliases: Schema.optional(list(EntityName, 500)),
  /** Items to move to the new entity. */
  itemIds: Schema.optionalWith(list(Uuid, 10_000), { default: () => [] }),
  /** Moves all items of the entity that match this filter, too. */
  filter: Schema.optional(SelectionFilter),
  /**
   * With `filter`: the number of items that the user confirmed. If another number of items of the entity matches now, the
   * request fails with 409 and changes nothing.
   */
  expected: Schema.optional(Schema.Int.pipe(Schema.nonNegative({ message: () => "must not be negative" }))),
  /** Fields to copy to the new entity. */
  fields: Schema.optional(list(SafeText(100), 50))
}

export const SplitBody = reportAll(
  Schema.Struct(splitFields).pipe(
    Schema.filter(({ expected, filter }) =>
      expected === undefined || filter !== undefined
        ? undefined
        : { path: ["expected"], message: "goes with filter only" }
    )
  )
)
export type SplitBody = typeof SplitBody.Type
