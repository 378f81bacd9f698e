import { AuthorRole } from "@media/books/BookFacts"
import { isName, longestName } from "@media/kernel/FoldedName"
import { Uuid } from "@media/kernel/Ids"
import { Picture } from "@media/wire/Picture"
import { SafeText, ShownText } from "@media/wire/Query"
import * as Schema from "effect/Schema"

/** Name of an entity as entered by users. The name may be followed by a disambiguation in parentheses, or be an id. */
export const EntityName = ShownText(2 * longestName).pipe(
  Schema.filter(isName, { message: () => `must be a name of at most ${longestName} characters` })
)

/** A studio or tag, as listed on the page of an item. */
export const EntityRef = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  picture: Schema.NullOr(Picture)
}).annotations({
  identifier: "EntityRef"
})
export const PerformerRef = Schema.Struct({
  id: Uuid,
  name: Schema.String,
  disambiguation: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Picture),
  /** The name under which the item credits the performer, or null if it is the performer's usual name. */
  as: Schema.NullOr(Schema.String),
  role: Schema.NullOr(Schema.String),
  character: Schema.NullOr(Schema.String)
}).annotations({ identifier: "PerformerRef" })

/** The entities of an item, without entities that are hidden from the caller. */
export const relatedFields = {
  /** Performers, in the order chosen by users. */
  performers: Schema.Array(PerformerRef),
  studio: Schema.NullOr(EntityRef),
  /** Tags, sorted by name. */
  tags: Schema.Array(EntityRef)
}

const most = 500
const Credited = Schema.Struct({
  /** A name, an alias that only one performer has, or an id. */
  name: EntityName,
  as: Schema.optional(SafeText(longestName)),
  role: Schema.optional(SafeText(longestName)),
  character: Schema.optional(SafeText(longestName))
})
const list = <A, I>(one: Schema.Schema<A, I>) =>
  Schema.Array(one).pipe(Schema.maxItems(most, { message: () => `must have at most ${most} entries` }))

/**
 * The entities of an item, given by name. A name refers to the entity with that name, or to the only entity with that
 * alias. An unknown name creates an entity. A list replaces the item's entities except those that are hidden from the
 * caller.
 */
export const relatedPatch = {
  performers: Schema.optional(list(Schema.Union(EntityName, Credited))),
  studio: Schema.optional(Schema.NullOr(EntityName)),
  tags: Schema.optional(list(EntityName))
}
const CreditedAuthor = Schema.Struct({
  /** A name, an alias that only one author has, or an id. */
  name: EntityName,
  /** The default is `author`. The list contains an author with several roles once for each role. */
  role: Schema.optional(AuthorRole)
})
/** The entities that only books have, given like those of `relatedPatch`. */
export const bookRelatedPatch = {
  authors: Schema.optional(list(Schema.Union(EntityName, CreditedAuthor)))
}
export interface RelatedPatch {
  readonly authors?: ReadonlyArray<string | typeof Credited.Type> | undefined
  readonly performers?: ReadonlyArray<string | typeof Credited.Type> | undefined
  readonly studio?: string | null | undefined
  readonly tags?: ReadonlyArray<string> | undefined
}
