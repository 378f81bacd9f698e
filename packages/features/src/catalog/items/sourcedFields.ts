import type { RelatedField } from "../relations/relations.ts"

/**
 * Sources of field values, in order of precedence. An item shows the value of the first source that provides the field.
 */
export const sourceNames = ["user", "nfo", "scrape", "tags", "name"] as const
export type SourceName = (typeof sourceNames)[number]

/**
 * Fields whose shown value is also stored in `items` or `item_texts`. All other fields are stored only in
 * `item_sources`.
 */
export const rowFields = ["title", "date", "details"] as const

/** Fields whose value may come from a user or from another source. */
export const sourcedFields = [
  ...rowFields,
  "originalTitle",
  "sortTitle",
  "tagline",
  "contentRating",
  "communityRating",
  "runtimeMinutes",
  "externalIds",
  "code",
  "urls",
  "set",
  "countries",
  "status"
] as const
/** Further fields that sources provide: the names of an item's entities. */
export const relatedSourced = [
  "performers",
  "studio",
  "tags",
  "authors"
] as const satisfies ReadonlyArray<RelatedField>
