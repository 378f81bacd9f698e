import * as Schema from "effect/Schema"

/** The kinds of entities that an item can be related to. */
export const EntityKind = Schema.Literal("performer", "studio", "tag", "author").annotations({
  identifier: "EntityKind"
})
export type EntityKind = typeof EntityKind.Type

export const isEntityKind = Schema.is(EntityKind)

/**
 * The number of parents that entities of a kind may have: none (`flat`), at most one (`tree`), or any number (`graph`).
 */
export type Hierarchy = "flat" | "tree" | "graph"

export const hierarchies: Readonly<Record<EntityKind, Hierarchy>> = {
  performer: "flat",
  studio: "tree",
  tag: "graph",
  author: "flat"
}

/** Maximum number of levels in a hierarchy, including the top level. */
export const deepestLevel = 20
