import * as Schema from "effect/Schema"

/** The kinds of entities that items are related to. */
export const EntityKind = Schema.Literal("performer", "studio", "tag").annotations({
  identifier: "EntityKind"
})
export type EntityKind = typeof EntityKind.Type

export const isEntityKind = Schema.is(EntityKind)

/** The hierarchy of a kind of entities: none, one parent, or several parents. */
export type Hierarchy = "flat" | "tree" | "graph"

export const hierarchies: Readonly<Record<EntityKind, Hierarchy>> = {
  performer: "flat",
  studio: "tree",
  tag: "graph"
}

/** Levels from the topmost entity to the lowest. */
export const deepestLevel = 20
