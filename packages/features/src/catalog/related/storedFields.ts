/** Fields with a column of their own. All others are stored in `facts`. */
export const columnFields: ReadonlySet<string> = new Set([
  "name",
  "disambiguation",
  "sortName",
  "isNsfw",
  "ignoreAutoTag"
])

/**
 * The sort key for names as people look them up: articles, accents and case are ignored, and numbers sort by value. An
 * expression over our own text, never input.
 */
export const sortKeyOf = (name: string): string =>
  `natural_key(regexp_replace(regexp_replace(lower(normalize(${name}, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
    '^(the|a|an)\\s+', ''))`
