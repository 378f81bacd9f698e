import type * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { escapeLike, hasTrigram } from "../filters/comparison.ts"
import { userStateConditions } from "../user-items/userState.ts"
import type { ItemKind } from "../../ItemKind.ts"
import { namesOfItems } from "../relations/names.ts"
import { foldedTitle } from "./foldedTitle.ts"
import type { ItemMatch } from "./listFilter.ts"
import { rankIn, rankOf } from "./resolution.ts"

/** Maximum number of words that are looked up in the trigram index. Any further words only filter the titles found. */
const mostLookedUp = 8

/**
 * Columns with names that are searched in addition to the title, keyed by kind. Each column has its own trigram index.
 */
const alsoNamed: { readonly [Kind in ItemKind]?: ReadonlyArray<readonly [table: string, column: string]> } = {
  book: [
    ["book_facts", "series"],
    [namesOfItems("author"), "name"]
  ],
  track: [
    ["audio_facts", "album"],
    ["track_artists", "name"]
  ],
  album: [["album_artists", "name"]]
}

/**
 * Returns the SQL condition that the title or another name contains a word. A word that is too short for the trigram
 * index is compared with the names of all items that match the other conditions.
 */
const inAnyName = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  names: ReadonlyArray<readonly [string, string]>,
  word: string
): Fragment => {
  const like = `%${escapeLike(word)}%`
  const textOf = (column: string) => sql.literal(`lower(normalize(n.${column}, NFC))`)
  if (hasTrigram(word))
    return sql`v.id in (
        select i.id from items i where i.kind = ${sql.literal(`'${kind}'`)} and ${sql.literal(foldedTitle("i"))} like lower(${like}::text)
        ${sql.join(
          " ",
          false
        )(
          names.map(
            ([table, column]) =>
              sql`union all select n.item_id from ${sql.literal(table)} n where ${textOf(column)} like lower(${like}::text)`
          )
        )})`
  return sql.or([
    sql`strpos(${sql.literal(foldedTitle("v"))}, lower(${word}::text)) > 0`,
    ...names.map(
      ([table, column]) =>
        sql`exists (select from ${sql.literal(table)} n where n.item_id = v.id and strpos(${textOf(column)}, lower(${word}::text)) > 0)`
    )
  ])
}

/** Returns the SQL condition that a name of an item (a row of `items v`) contains a word or phrase. */
export const wordOf = (sql: SqlClient.SqlClient, kind: ItemKind, phrase: string): Fragment => {
  const text = phrase.normalize("NFC")
  const names = alsoNamed[kind]
  if (names !== undefined) return inAnyName(sql, kind, names, text)
  const title = sql.literal(foldedTitle("v"))
  return hasTrigram(text)
    ? sql`${title} like lower(${`%${escapeLike(text)}%`}::text)`
    : sql`strpos(${title}, lower(${text}::text)) > 0`
}

/**
 * Returns the SQL conditions that the names of an item (a row of `items v`) contain all words. PostgreSQL converts both
 * sides to lower case, because its rules differ from JavaScript's for some characters, such as the final sigma.
 */
export const wordsOf = (sql: SqlClient.SqlClient, kind: ItemKind, q: string): ReadonlyArray<Fragment> => {
  const words = q
    .normalize("NFC")
    .split(/\s+/)
    .filter((word) => word !== "")
  const title = sql.literal(foldedTitle("v"))
  const names = alsoNamed[kind]
  if (names !== undefined) return words.map((word) => inAnyName(sql, kind, names, word))
  const rest = words.slice(mostLookedUp).map((word) => `%${escapeLike(word)}%`)
  return [
    ...words.slice(0, mostLookedUp).map((word) => wordOf(sql, kind, word)),
    ...(rest.length === 0
      ? []
      : [sql`${title} like all (string_to_array(lower(${rest.join(" ")}::text), ' '))`])
  ]
}

/** Returns the conditions of a filter on columns that both `items` and `item_counts` have. */
export const conditionsOf = (
  sql: SqlClient.SqlClient,
  kind: ItemKind,
  filter: ItemMatch,
  alias: string
): ReadonlyArray<Fragment> => [
  sql.literal(`${alias}.kind = '${kind}'`),
  ...(kind !== "video"
    ? []
    : filter.role === undefined
      ? [sql.literal(`${alias}.role <= 'video'`)]
      : [sql.literal(`${alias}.role = '${filter.role}'`)]),
  ...(filter.status === undefined ? [] : [sql.literal(`${alias}.status = '${filter.status}'`)]),
  ...(filter.isMissing === undefined
    ? []
    : [sql.literal(`${alias}.status ${filter.isMissing ? "=" : "<>"} 'missing'`)]),
  ...(filter.isOrganized === undefined
    ? []
    : [sql`${sql.literal(alias)}.is_organized = ${filter.isOrganized}`])
]

/**
 * Returns the conditions of a filter on `items v` for which `item_counts` has no counts. If the list is read in sort
 * order (`isWalk`), PostgreSQL must not use the index of resolutions, because PostgreSQL would expect few matches and
 * sort thousands of rows. Comparing the condition as a number with 0 makes PostgreSQL expect many matches.
 */
export const factsOf = (
  sql: SqlClient.SqlClient,
  filter: ItemMatch,
  { isWalk = false }: { readonly isWalk?: boolean } = {}
): ReadonlyArray<Fragment> => [
  ...(filter.parentId === undefined ? [] : [sql`v.parent_id = ${filter.parentId}::uuid`]),
  ...(filter.ofSeries === undefined
    ? []
    : [sql`v.parent_id in (select s.id from items s where s.parent_id = ${filter.ofSeries}::uuid)`]),
  ...(filter.archives === undefined
    ? []
    : [sql`v.id in (select g.item_id from item_groups g where not g.is_derived)`]),
  ...(filter.archives !== "unmarked"
    ? []
    : [
        sql`not exists (select from archive_entries e join items c on c.id = e.item_id
          where e.archive_id = v.id and c.is_nsfw)`
      ]),
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
  ...(filter.artistId === undefined
    ? []
    : [
        sql`v.id in (select a.item_id from track_artists a where a.artist_id = ${filter.artistId}::uuid
          union all select a.item_id from album_artists a where a.artist_id = ${filter.artistId}::uuid)`
      ]),
  ...(filter.guestId === undefined
    ? []
    : [
        // Include an album only if everyone who sees the album also sees the track, so that hidden tracks are not
        // revealed.
        sql`v.id in (select g.id from track_artists a join items c on c.id = a.item_id join items g on g.id = c.parent_id
            where a.artist_id = ${filter.guestId}::uuid and c.library_id = g.library_id and (g.is_nsfw or not c.is_nsfw)
          except select a.item_id from album_artists a where a.artist_id = ${filter.guestId}::uuid)`
      ]),
  ...(filter.resolution === undefined
    ? []
    : [
        sql.literal(
          isWalk
            ? `(${rankIn("v")} = ${rankOf(filter.resolution)})::int <> 0`
            : `${rankIn("v")} = ${rankOf(filter.resolution)}`
        )
      ]),
  ...(filter.bookSeriesId === undefined
    ? []
    : [sql`v.id in (select b.item_id from book_facts b where b.series_id = ${filter.bookSeriesId}::uuid)`]),
  ...(filter.authorId === undefined
    ? []
    : [
        sql`v.id in (select a.item_id from item_relations a where a.entity_id = ${filter.authorId}::uuid and a.relation = 'author')`
      ]),
  ...(filter.format === undefined
    ? []
    : [sql`v.id in (select b.item_id from book_facts b where b.format = ${filter.format})`]),
  ...(filter.language === undefined
    ? []
    : [
        sql`v.id in (select b.item_id from book_facts b where lower(b.language) = lower(${filter.language}::text))`
      ])
]

/**
 * Returns SQL conditions for lists that are sorted by `lastPlayedAt` or `rating`. Such a list contains only items that
 * the caller has played or rated.
 */
const bySort = (
  sql: SqlClient.SqlClient,
  accountId: string,
  { sort, then = [] }: ItemMatch
): ReadonlyArray<Fragment> => {
  const names = [sort, ...then.map((step) => step.sort)]
  const own = (rows: string) => sql`exists (select from ${sql.literal(rows)} and n.account_id = ${accountId})`
  return [
    ...(names.includes("lastPlayedAt") ? [own("user_progress n where n.item_id = v.id")] : []),
    ...(names.includes("rating") ? [own("user_items n where n.item_id = v.id and n.rating is not null")] : [])
  ]
}

/**
 * Returns all conditions of a filter as SQL on a row of `items v`, except visibility, which the calling code adds.
 * Together they match the same items as the list with this filter.
 */
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
    ...userStateConditions(sql, accountId, filter),
    ...wordsOf(sql, kind, filter.words ?? ""),
    ...bySort(sql, accountId, filter),
    ...(filter.conditions === undefined ? [] : [filter.conditions.where])
  ])
