import type { Home } from "@media/features/app/home/contract"
import type { ItemDefinition, ItemSummary } from "@/features/items/definition"
import { allDefinitions } from "@/features/items/kinds/definitions"
import { defaultFilter, type ItemFilter } from "@/features/items/list/filter"
import { translate } from "@/lib/messages"
import { messages } from "./messages"

/** One line of the page: items of one kind, whose cards have one shape. */
export interface Line {
  readonly key: string
  readonly title: string
  readonly definition: ItemDefinition
  readonly items: ReadonlyArray<ItemSummary>
  /** Where all of them are. */
  readonly filter: ItemFilter
  readonly isContinued: boolean
}
type Mixed = Home["favorites"]["items"]

/** In the order of navigation; of a kind that only a newer server knows nothing can be shown. */
const byKind = (items: Mixed) =>
  allDefinitions
    .map((definition) => ({ definition, items: items.filter(({ kind }) => kind === definition.kind) }))
    .filter((group) => group.items.length > 0)

const lines = (
  items: Mixed,
  name: string,
  filter: Partial<ItemFilter>,
  titleOf: (definition: ItemDefinition, isOnly: boolean) => string
): ReadonlyArray<Line> =>
  byKind(items).map((group, _at, groups) => ({
    ...group,
    key: `${name} ${group.definition.kind}`,
    title: titleOf(group.definition, groups.length === 1),
    filter: { ...defaultFilter, ...filter },
    isContinued: filter.isInProgress === true
  }))

const continued = {
  heard: "continueListening",
  read: "continueReading",
  watched: "continueWatching"
} as const

/**
 * What a person is in the middle of, then new items of each library, in the order of navigation, then favorites. A line without
 * items is not shown.
 */
export const linesOf = ({ continueWatching, favorites, recentlyAdded }: Home): ReadonlyArray<Line> => [
  ...lines(
    // What was just removed or finished goes before the server has said so.
    continueWatching.items.filter(({ userState }) => userState.position > 0),
    "continue",
    { isInProgress: true, sort: "lastPlayedAt" },
    ({ use }) => translate(messages, continued[use ?? "watched"])
  ),
  ...recentlyAdded
    .flatMap(({ items, library }) =>
      lines(items, library.id, { libraryId: library.id }, ({ words }, isOnly) =>
        isOnly
          ? translate(messages, "recent", { library: library.name })
          : translate(messages, "recentKind", { library: library.name, many: words.many })
      )
    )
    .toSorted((a, b) => a.definition.position - b.definition.position),
  ...lines(
    favorites.items.filter(({ kind }) => kind !== "track"),
    "favorites",
    { isFavorite: true },
    ({ words }) => translate(messages, "favorites", { many: words.many })
  )
]
