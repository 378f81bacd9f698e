/**
 * Returns SQL for the title of an item in lower case and normal form. Must match the expression of the index
 * `items_words`. ASCII text is already normalized, and checking for ASCII takes a tenth of the time of normalizing.
 */
export const foldedTitle = (row: string): string =>
  `(case when octet_length(${row}.title) = length(${row}.title) then lower(${row}.title) else lower(normalize(${row}.title, NFC)) end)`
