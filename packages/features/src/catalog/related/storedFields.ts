/** Fields with a column of their own. All others are stored in `facts`. */
export const columnFields: ReadonlySet<string> = new Set([
  "name",
  "disambiguation",
  "sortName",
  "isNsfw",
  "ignoreAutoTag"
])

/**
 * The order in which people look for names: articles, accents and case do not count, and numbers sort by value. An expression
 * over our own text, never input.
 */
export const sortKeyOf = (name: string): string =>
  `natural_key(regexp_replace(regexp_replace(lower(normalize(${name}, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
    '^(the|a|an)\\s+', ''))`
