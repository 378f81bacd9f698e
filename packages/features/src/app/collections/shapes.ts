import { Uuid } from "@media/kernel/Ids"
import { Timestamp } from "@media/kernel/Timestamp"
import { ConditionTree } from "@media/query/Condition"
import { limits as queryLimits } from "@media/query/Tree"
import { Picture } from "@media/wire/Picture"
import { Body, pageParams, SafeText, ShownText } from "@media/wire/Query"
import * as Schema from "effect/Schema"
import { MixedItem } from "../../catalog/items/contract.ts"
import { CollectionLimit, CollectionSort, Membership } from "../../catalog/membership/events.ts"
import { ItemKind } from "../../ItemKind.ts"
import { SelectionFilter } from "../bulk/contract.ts"

const Visibility = Schema.Literal("private", "everyone")
const Mode = Schema.Literal("manual", "dynamic")

const Counts = Schema.partial(Schema.Record({ key: ItemKind, value: Schema.Int })).annotations({
  identifier: "CollectionCounts"
})

export const CollectionSummary = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  mode: Mode,
  visibility: Visibility,
  /** True if the collection belongs to the caller. All other collections in responses are shared by administrators. */
  isOwn: Schema.Boolean,
  mayEdit: Schema.Boolean,
  isNsfw: Schema.Boolean,
  /** True if the rule depends on the viewer's own state, so that each viewer sees different items. */
  isPersonal: Schema.Boolean,
  /** Number of members that the caller sees. */
  total: Schema.Int,
  counts: Counts,
  /** The content of the cover: an uploaded picture, the picture of an item, or a mosaic of the first members. */
  coverMode: Schema.Literal("mosaic", "item", "picture"),
  pictures: Schema.Array(Picture),
  createdAt: Timestamp,
  updatedAt: Timestamp
}).annotations({ identifier: "CollectionSummary" })
export type CollectionSummary = typeof CollectionSummary.Type

export const CollectionProblem = Schema.Struct({
  /** Path of the condition in the rule, such as "children.0". */
  path: Schema.String,
  message: Schema.String
}).annotations({ identifier: "CollectionProblem" })
export type CollectionProblem = typeof CollectionProblem.Type

export const Collection = Schema.Struct({
  ...CollectionSummary.fields,
  /** The rule as a tree. Null for manual collections, and for callers who may not edit the collection. */
  rules: Schema.NullOr(ConditionTree),
  /** The rule, the sort order and the limit in the query language. */
  text: Schema.NullOr(Schema.String),
  sort: Schema.Array(CollectionSort),
  limit: Schema.NullOr(CollectionLimit),
  coverItemId: Schema.NullOr(Uuid),
  /** Conditions that match no items, because their target no longer exists. */
  problems: Schema.Array(CollectionProblem),
  /** Time of the last evaluation of the stored members. Null if every read evaluates the rule. */
  refreshedAt: Schema.NullOr(Timestamp),
  /** Numbers of items visible to the caller that joined or left in the last seven days. */
  week: Schema.Struct({ added: Schema.Int, removed: Schema.Int })
}).annotations({ identifier: "Collection" })
export type Collection = typeof Collection.Type

export const CollectionItem = Schema.Struct({
  ...MixedItem.fields,
  note: Schema.NullOr(Schema.String),
  isPinned: Schema.Boolean
}).annotations({ identifier: "CollectionItem" })

const Name = ShownText(200).pipe(
  Schema.filter((name) => name.trim() !== "", { message: () => "must not be empty" })
)
/** A rule as a tree or as a query string. The size of the tree is checked before recursive code reads it. */
export const ruleFields = {
  rules: Schema.optional(Schema.Unknown),
  text: Schema.optional(SafeText(queryLimits.text)),
  sort: Schema.optional(Schema.Array(CollectionSort).pipe(Schema.maxItems(8))),
  limit: Schema.optional(
    Schema.NullOr(
      CollectionLimit.pipe(
        Schema.filter(
          ({ amount, unit }) =>
            amount > 0 &&
            (unit === "percent" ? amount <= 100 : Number.isInteger(amount) && amount <= 100_000),
          { message: () => "must be from 1 to 100000 items, or up to 100 percent" }
        )
      )
    )
  )
}
const settings = {
  description: Schema.optional(Schema.NullOr(SafeText(10_000))),
  /** Only administrators may set "everyone". */
  visibility: Schema.optional(Visibility),
  isNsfw: Schema.optional(Schema.Boolean),
  ...ruleFields
}
export const mostItemsAtOnce = 5_000
const ItemIds = Schema.Array(Uuid).pipe(
  Schema.maxItems(mostItemsAtOnce, { message: () => `must contain at most ${mostItemsAtOnce} items` })
)

/** A new collection. Without a rule, items are added manually. */
export const NewCollection = Body({
  name: Name,
  ...settings,
  /** The web app's list page that `text` filters, such as "movies". */
  page: Schema.optional(SafeText(80)),
  itemIds: Schema.optional(ItemIds)
})
export type NewCollection = typeof NewCollection.Type
export const CollectionPatch = Body({ name: Schema.optional(Name), ...settings })
export type CollectionPatch = typeof CollectionPatch.Type

const Note = Schema.NullOr(SafeText(2_000))
export const AddedItems = Body({
  itemIds: Schema.optional(ItemIds),
  /** Adds all items of a list with this filter, instead of `itemIds`. */
  filter: Schema.optional(SelectionFilter),
  /** With `filter`: ids of items to exclude. */
  except: Schema.optional(ItemIds),
  /** `pinned` and `banned` override the rule of a dynamic collection. */
  membership: Schema.optional(Membership),
  note: Schema.optional(Note)
})
export type AddedItems = typeof AddedItems.Type
export const RemovedItems = Body({ itemIds: ItemIds })
export const ItemsOrder = Body({
  itemIds: ItemIds,
  /** The items are moved before the item with this id, or to the end of the collection if null. */
  before: Schema.NullOr(Uuid)
})
export type ItemsOrder = typeof ItemsOrder.Type
export const ItemNote = Body({ note: Note })
export const FromView = Body({ viewId: Uuid, name: Schema.optional(Name) })
export const CoverChoice = Body({ itemId: Schema.NullOr(Uuid) })

export const Preview = Body({
  ...ruleFields,
  /** The saved collection that the result is compared with. */
  collectionId: Schema.optional(Uuid)
})
export type Preview = typeof Preview.Type
export const PreviewAnswer = Schema.Struct({
  total: Schema.Int,
  byKind: Counts,
  /** True if counting stopped early. `total` and `byKind` are then minimums. */
  isMore: Schema.Boolean,
  sample: Schema.Array(MixedItem),
  text: Schema.String,
  isPersonal: Schema.Boolean,
  problems: Schema.Array(CollectionProblem),
  costMs: Schema.Number,
  diff: Schema.optionalWith(Schema.Struct({ added: Schema.Int, removed: Schema.Int }), { exact: true })
}).annotations({ identifier: "CollectionPreview" })

export const CollectionListParams = Schema.Struct({
  ...pageParams,
  /** Words that the name of the collection must contain. */
  q: Schema.optional(SafeText(200)),
  mode: Schema.optional(Mode),
  /** The default is `name`. With `updatedAt`, the most recently changed collection is first. */
  sort: Schema.optional(Schema.Literal("name", "updatedAt")),
  /** Selects only collections that contain this item. */
  itemId: Schema.optional(Uuid)
})
export type CollectionListParams = typeof CollectionListParams.Type
export const CollectionItemsParams = Schema.Struct({
  ...pageParams,
  kind: Schema.optional(ItemKind),
  /** With `banned`, lists the items that users excluded from the collection. Only for users who may edit it. */
  membership: Schema.optional(Schema.Literal("banned"))
})
export type CollectionItemsParams = typeof CollectionItemsParams.Type
export const PlayOrderParams = Schema.Struct({
  /** Seed for shuffling. The same seed always produces the same order. */
  shuffle: Schema.optional(SafeText(64))
})

export const PlayOrderItem = Schema.Struct({
  id: Uuid,
  kind: ItemKind,
  title: Schema.String,
  duration: Schema.NullOr(Schema.Number)
}).annotations({ identifier: "PlayOrderItem" })

export interface WhyNode {
  /** The condition in words, or the operator of a group. */
  readonly text: string
  readonly isTrue: boolean
  /** The item's current value as written in a filter. Null if the result of the condition already shows the value. */
  readonly value: string | null
  readonly children: ReadonlyArray<WhyNode>
}
const WhyNodeSchema: Schema.Schema<WhyNode> = Schema.Struct({
  text: Schema.String,
  isTrue: Schema.Boolean,
  value: Schema.NullOr(Schema.String),
  children: Schema.Array(Schema.suspend((): Schema.Schema<WhyNode> => WhyNodeSchema))
}).annotations({ identifier: "CollectionWhyNode" })
export const WhyParams = Schema.Struct({
  /** For administrators: the member for whom the result is explained, instead of the caller. */
  userId: Schema.optional(Uuid)
})
export const Why = Schema.Struct({
  isMember: Schema.Boolean,
  sentence: Schema.String,
  /** The rule with the result of each node. Null for callers who may not edit the collection. */
  tree: Schema.NullOr(WhyNodeSchema)
}).annotations({ identifier: "CollectionWhy" })

export const CollectionChange = Schema.Struct({
  at: Timestamp,
  itemId: Uuid,
  title: Schema.String,
  change: Schema.Literal("in", "out"),
  /** The event that caused the change. Null if a change of the rule or the passing of time caused the change. */
  cause: Schema.NullOr(
    Schema.Struct({
      position: Schema.Int,
      /** Type of the event. */
      what: Schema.String,
      /** Username. Null for the server, and for users that the caller may not see. */
      who: Schema.NullOr(Schema.String)
    })
  )
}).annotations({ identifier: "CollectionChange" })
