/** Sources of values, in order of precedence: the first one that states a field decides what is shown. */
export const sourceNames = ["user", "nfo", "scrape", "tags", "name"] as const
export type SourceName = (typeof sourceNames)[number]

/** The fields that the rows of lists contain; all other fields are only stored with their sources. */
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
/** Sourced fields for the entities of an item. */
export const relatedSourced = ["performers", "studio", "tags"] as const
