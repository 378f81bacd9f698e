import * as Schema from "effect/Schema"
import { EntityKind } from "../../EntityKind.ts"

/** The kinds of names that items refer to and that have their own page. */
export const NamedKind = Schema.Literal(...EntityKind.literals, "artist", "book-series").annotations({
  identifier: "NamedKind"
})
export type NamedKind = typeof NamedKind.Type
