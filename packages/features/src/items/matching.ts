import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { conditionsOfMine } from "../user-items/mine.ts"
import type { AnyItemFilter } from "./contract.ts"
import type { ItemKind } from "./kinds.ts"
import { rankIn, rankOf } from "./resolution.ts"

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&")
/** Looked up by trigrams; titles are only compared with those after them. */
const mostLookedUp = 8

/** As in the index `items_words`. ASCII is its own normal form: asking so is a tenth of the price of normalizing it. */
const searchTextOf = (row: string): string =>
  `(case when octet_length(${row}.title) = length(${row}.title) then lower(${row}.title) else lower(normalize(${row}.title, NFC)) end)`

/**
 * What has no three letters or digits in a row has no trigram, and must not offer itself to the index: a kept plan does
 * not know the word, takes the index all the same, and reads all of it (1,044 instead of 65 ms among 1,000,000 titles).
 */
const hasTrigram = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

/**
 * A word of a book's title, of its series or of an author: people look for all of them, and each has an index of its
 * trigrams. A word without one is looked for in all visible books.
 */
const inBook = (sql: SqlClient.SqlClient, word: string): Fragment => {
  const like = `%${escapeLike(word)}%`
  return hasTrigram(word)
    ? sql`v.id in (
        select i.id from items i where i.kind = 'book' and ${sql.literal(searchTextOf("i"))} like lower(${like}::text)
        union all select b.item_id from book_facts b where lower(normalize(b.series, NFC)) like lower(${like}::text)
        union all select a.item_id from book_authors a where lower(normalize(a.name, NFC)) like lower(${like}::text))`
    : sql`(strpos(${sql.literal(searchTextOf("v"))}, lower(${word}::text)) > 0 or exists (
        select from book_facts b where b.item_id = v.id
          and strpos(lower(normalize(b.series, NFC)), lower(${word}::text)) > 0) or exists (
        select from book_authors a where a.item_id = v.id
          and strpos(lower(normalize(a.name, NFC)), lower(${word}::text)) > 0))`
}

/**
 * Words that titles of `items v` hold. Small letters are PostgreSQL's on both sides: its rules and JavaScript's differ for
 * some (a final sigma).
 */
export const wordsOf = (sql: SqlClient.SqlClient, kind: ItemKind, q: string): ReadonlyArray<Fragment> => {
  const words = q
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
  const title = sql.literal(searchTextOf("v"))
  if (kind === "book") return words.map((word) => inBook(sql, word))
  const rest = words.slice(mostLookedUp).map((word) => `%${escapeLike(word)}%`)
  return [
    ...words
      .slice(0, mostLookedUp)
      .map((word) =>
        hasTrigram(word)
          ? sql`${title} like lower(${`%${escapeLike(word)}%`}::text)`
          : sql`strpos(${title}, lower(${word}::text)) > 0`
      ),
    ...(rest.length === 0
      ? []
      : [sql`${title} like all (string_to_array(lower(${rest.join(" ")}::text), ' '))`])
  ]
}

/** What a filter narrows a list by. */
export type ItemMatch = Omit<AnyItemFilter, "page" | "perPage" | "sort" | "order">

/** What a filter asks of rows of `items` and of `item_counts` alike. */
export const conditionsOf = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  filter: ItemMatch,
  alias: string
): ReadonlyArray<Fragment> => [
  sql.literal(`${alias}.kind = '${kind}'`),
  ...(filter.status === undefined ? [] : [sql.literal(`${alias}.status = '${filter.status}'`)]),
  ...(filter.isMissing === undefined
    ? []
    : [sql.literal(`${alias}.status ${filter.isMissing ? "=" : "<>"} 'missing'`)]),
  ...(filter.isOrganized === undefined
    ? []
    : [sql`${sql.literal(alias)}.is_organized = ${filter.isOrganized}`])
]

/**
 * What a filter asks of rows of `items v` that the maintained counts do not know. On a walk in the order of a list the index of
 * resolutions must not offer itself: PostgreSQL believes that few match, and sorts thousands (`+ 0` hides the expression).
 */
export const factsOf = (
  sql: SqlClient.SqlClient,
  filter: ItemMatch,
  { isWalk = false }: { readonly isWalk?: boolean } = {}
): ReadonlyArray<Fragment> => [
  ...(filter.parentId === undefined ? [] : [sql`v.parent_id = ${filter.parentId}::uuid`]),
  ...(filter.durationMin === undefined ? [] : [sql`v.duration >= ${filter.durationMin}::float8`]),
  ...(filter.durationMax === undefined ? [] : [sql`v.duration <= ${filter.durationMax}::float8`]),
  ...(filter.artist === undefined
    ? []
    : [
        sql`v.id in (select a.item_id from audio_facts a where lower(a.artist) = lower(${filter.artist}::text)
          union all select a.item_id from audio_facts a where lower(a.album_artist) = lower(${filter.artist}::text))`
      ]),
  ...(filter.album === undefined
    ? []
    : [
        sql`v.id in (select a.item_id from audio_facts a where lower(a.album) = lower(${filter.album}::text))`
      ]),
  ...(filter.resolution === undefined
    ? []
    : [sql.literal(`${rankIn("v")}${isWalk ? " + 0" : ""} = ${rankOf(filter.resolution)}`)]),
  ...(filter.seriesId === undefined
    ? []
    : [sql`v.id in (select b.item_id from book_facts b where b.series_id = ${filter.seriesId}::uuid)`]),
  ...(filter.authorId === undefined
    ? []
    : [sql`v.id in (select a.item_id from book_authors a where a.author_id = ${filter.authorId}::uuid)`]),
  ...(filter.format === undefined
    ? []
    : [sql`v.id in (select b.item_id from book_facts b where b.format = ${filter.format})`]),
  ...(filter.language === undefined
    ? []
    : [
        sql`v.id in (select b.item_id from book_facts b where lower(b.language) = lower(${filter.language}::text))`
      ])
]

/** All that a filter of this account asks of a row of `items v`; visibility comes beside it. */
export const matches = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  filter: ItemMatch,
  accountId: string
): Fragment =>
  sql.and([
    ...conditionsOf(sql, kind, filter, "v"),
    ...factsOf(sql, filter),
    ...(filter.libraryId === undefined ? [] : [sql`v.library_id = ${filter.libraryId}`]),
    ...conditionsOfMine(sql, accountId, filter),
    ...wordsOf(sql, kind, filter.q ?? "")
  ])
