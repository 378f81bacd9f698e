/** As in the index `items_words`. ASCII is its own normal form: asking so is a tenth of the price of normalizing it. */
export const foldedTitle = (row: string): string =>
  `(case when octet_length(${row}.title) = length(${row}.title) then lower(${row}.title) else lower(normalize(${row}.title, NFC)) end)`
