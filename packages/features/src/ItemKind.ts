import { SqlType } from "@media/kernel/SqlType"
import * as Schema from "effect/Schema"
import { kinds } from "./generated/kinds.ts"
import { namesOf } from "./MediaKind.ts"

/** The kinds of items. For most kinds, each item is a single file. */
export const ItemKind = Schema.Literal(...namesOf(kinds, "kind")).annotations({
  identifier: "ItemKind",
  [SqlType]: "item_kind"
})
export type ItemKind = typeof ItemKind.Type

/**
 * Kinds whose items are `arriving` until a job has examined their file. Items of other kinds are ready once they are
 * registered.
 */
export const examinedKinds: ReadonlyArray<ItemKind> = kinds.flatMap((each) =>
  each.isProbed || ("isExamined" in each && each.isExamined) ? [each.kind] : []
)
