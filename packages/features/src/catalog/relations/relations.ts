import type { ItemRelation } from "./events.ts"

/** How items are related to the entities of one kind. */
interface RelationRules {
  /** The name of the field with the entities in items, edits and sources. */
  readonly field: string
  /** True if the entities of an item have an order that users can change. */
  readonly isOrdered: boolean
  /** True if an item has at most one entity. */
  readonly isSingle: boolean
}

/** The rules of each relation. Commands lock the kinds in this order, so that they cannot wait for each other. */
export const itemRelations = {
  author: { field: "authors", isOrdered: true, isSingle: false },
  performer: { field: "performers", isOrdered: true, isSingle: false },
  studio: { field: "studio", isOrdered: false, isSingle: true },
  tag: { field: "tags", isOrdered: false, isSingle: false }
} as const satisfies Readonly<Record<ItemRelation, RelationRules>>

/** The fields of items that contain entities. */
export type RelatedField = (typeof itemRelations)[ItemRelation]["field"]

export const relationNames = Object.keys(itemRelations) as ReadonlyArray<ItemRelation>

const byField = new Map<string, ItemRelation>(relationNames.map((name) => [itemRelations[name].field, name]))
/** Returns the relation whose entities a field contains, or undefined if the field contains no entities. */
export const relationOfField = (field: string): ItemRelation | undefined => byField.get(field)
