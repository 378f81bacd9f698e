import * as Schema from "effect/Schema"
import { kinds } from "./generated/kinds.ts"
import { namesOf } from "./MediaKind.ts"

/** Of items that are a file of their own. */
export const ItemKind = Schema.Literal(...namesOf(kinds, "kind")).annotations({ identifier: "ItemKind" })
export type ItemKind = typeof ItemKind.Type

/** The ones a probe examines; the others are ready as soon as they are registered. */
export const probedKinds: ReadonlyArray<ItemKind> = kinds.flatMap(({ isProbed, kind }) =>
  isProbed ? [kind] : []
)
