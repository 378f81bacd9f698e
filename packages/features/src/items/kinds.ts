import * as Schema from "effect/Schema"

/** Kinds of items that are a file of their own. */
export const fileKinds = ["video", "image", "track", "book"] as const

/** Of these, the ones a probe examines; the others are ready as soon as they are registered. */
export const probedKinds: ReadonlyArray<ItemKind> = ["video"]

export const ItemKind = Schema.Literal(...fileKinds).annotations({ identifier: "ItemKind" })
export type ItemKind = typeof ItemKind.Type
