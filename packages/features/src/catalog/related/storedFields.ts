/** Fields with their own column. All other fields are stored in `facts`. */
export const columnFields: ReadonlySet<string> = new Set([
  "name",
  "disambiguation",
  "sortName",
  "isNsfw",
  "ignoreAutoTag"
])

/**
 * Returns SQL for the sort key of a name. The key ignores a leading article, accents and case, and sorts numbers by
 * value. `name` is an SQL expression from the code, never from input.
 */
export const sortKeyOf = (name: string): string =>
  `natural_key(regexp_replace(regexp_replace(lower(normalize(${name}, NFKD)), '[\\u0300-\\u036f]', '', 'g'),
    '^(the|a|an)\\s+', ''))`
