import * as Schema from "effect/Schema"

/** Names that items refer to and that have their own page. */
export const NamedKind = Schema.Literal("artist", "author", "book-series").annotations({
  identifier: "NamedKind"
})
export type NamedKind = typeof NamedKind.Type
