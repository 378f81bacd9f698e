/** Sources of values, in order of precedence. The value of the first source that states the field is shown. */
export const sourceNames = ["user", "nfo", "scrape", "tags", "name"] as const
export type SourceName = (typeof sourceNames)[number]

/** Fields that lists read from the item's own rows. All other fields are stored only with their sources. */
export const rowFields = ["title", "date", "details"] as const

/** Fields that a user may edit and other sources may state. */
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
/** Sourced fields with the names of an item's entities. */
export const relatedSourced = ["performers", "studio", "tags"] as const
