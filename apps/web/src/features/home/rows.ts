import type { Home } from "@media/features/app/home/contract"
import { isUsed, type ItemDefinition, type ItemSummary } from "@/features/items/definition"
import { defaultFilter, type ItemFilter } from "@/features/items/list/filter"
import { listDefinitions, mixedDefinition } from "@/features/movies/mixedDefinition"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

type Mixed = Home["favorites"]["items"]
type NewEpisodes = Home["recentlyAdded"][number]["newEpisodes"][number]
export interface Entry {
  readonly definition: ItemDefinition
  readonly item: ItemSummary
  /** The name of the library, if several libraries contain items of this kind. */
  readonly library?: string | undefined
}
/** A row on the home page. All cards in a row have the same shape. */
export interface Row {
  readonly key: string
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
  /** The list that contains all items of the row. Undefined for rows with several kinds. */
  readonly all?: { readonly definition: ItemDefinition; readonly filter: ItemFilter }
  readonly isContinued?: true
  /** True if the row is shown as a mosaic. */
  readonly isMosaic?: boolean
}

const MOST_IN_ROW = 20
const entriesOf = (items: Mixed, library?: string): ReadonlyArray<Entry> =>
  items.flatMap((item) => {
    const definition = mixedDefinition(item)
    return definition === undefined ? [] : [{ definition, item, library }]
  })

const rowsByKind = (
  entries: ReadonlyArray<Entry>,
  name: string,
  filter: Partial<ItemFilter>,
  word: "favorites" | "recent"
): ReadonlyArray<Row> =>
  listDefinitions.flatMap((definition) => {
    const { list } = definition.routes
    const own = entries.filter((entry) => entry.definition.routes.list === list)
    if (own.length === 0) return []
    const isOneLibrary = new Set(own.map(({ library }) => library)).size === 1
    return [
      {
        key: `${name} ${list}`,
        title: translate(messages, word === "recent" && list === "series" ? "recentEpisodes" : word, {
          many: definition.words.many
        }),
        entries: isOneLibrary ? own.map(({ library: _library, ...entry }) => entry) : own,
        all: { definition, filter: { ...defaultFilter, ...filter } },
        isMosaic: definition.kind === "image"
      }
    ]
  })

/** Returns the items in progress, most recently used first. */
export const continuedOf = ({ continueWatching }: Home): ReadonlyArray<Entry> =>
  // Skips items that the user has just removed or finished. Their position is already 0, even before the server has
  // responded.
  entriesOf(continueWatching.items.filter(({ userState }) => userState.position > 0))

/**
 * Returns the entry of a series with the number of new episodes on its card. If all of them belong to one season, the
 * card links to that season.
 */
const withNewEpisodes = (
  { definition, item, library }: Entry,
  { addedAt, count, season }: NewEpisodes
): Entry => ({
  definition: {
    ...definition,
    look: (of) => ({
      ...definition.look?.(of),
      facts: [translate(messages, "newEpisodes", { count })]
    }),
    ...(season === null
      ? {}
      : { viewTo: (id) => ({ name: "series-season", params: { id, number: String(season) } }) })
  },
  item: { ...item, createdAt: addedAt },
  library
})

/** Returns the new items of all libraries, newest first. */
const newOf = ({ recentlyAdded }: Home): ReadonlyArray<Entry> =>
  recentlyAdded
    .flatMap(({ items, library, newEpisodes }) =>
      entriesOf(items, library.name).map((entry) => {
        const news = newEpisodes.find(({ seriesId }) => seriesId === entry.item.id)
        return news ? withNewEpisodes(entry, news) : entry
      })
    )
    .toSorted((a, b) => b.item.createdAt.localeCompare(a.item.createdAt))

/**
 * Returns the entry for the hero: the item in progress that was used last, otherwise a new item, preferably one that
 * can be played or read. Only items with a picture are considered.
 */
export const heroOf = (home: Home): Entry | undefined => {
  const fresh = newOf(home).filter(({ item }) => item.picture !== null)
  return (
    continuedOf(home).find(({ item }) => item.picture !== null) ??
    fresh.find(({ definition }) => definition.routes.list === "movies") ??
    fresh.find(({ definition }) => definition.playTo !== undefined) ??
    fresh.find(({ definition }) => isUsed(definition)) ??
    fresh[0]
  )
}

/**
 * Returns the rows: items in progress, new items by kind in navigation order, and favorites. Empty rows are
 * omitted.
 */
export const rowsOf = (home: Home): ReadonlyArray<Row> => {
  const continued = continuedOf(home)
  return [
    ...(continued.length > 0
      ? [
          {
            key: "continue",
            title: translate(messages, "continue"),
            entries: continued,
            isContinued: true as const
          }
        ]
      : []),
    ...rowsByKind(newOf(home), "new", {}, "recent").map((row) => ({
      ...row,
      entries: row.entries.slice(0, MOST_IN_ROW)
    })),
    ...rowsByKind(
      entriesOf(home.favorites.items.filter(({ kind }) => kind !== "track")),
      "favorites",
      { isFavorite: true },
      "favorites"
    )
  ]
}
