import type { kinds } from "@media/features/generated/kinds"
import type { EntityKind } from "@media/features/EntityKind"
import { bytesUrl } from "@media/features/MediaKind"

/** Names of objects that a request may contain. A response must not contain a name if its object is hidden. */
export interface Named {
  /** Ids of items, keyed by kind. */
  readonly item: Readonly<Record<string, string>>
  /** Ids of entities that an item has, keyed by kind. */
  readonly entity: Readonly<Record<EntityKind, string>>
  /** The id of a shared collection with one item. */
  readonly collection: string
  readonly library: string
  readonly session: string
  readonly account: string
  /** A word that is part of a title, a file name and the name of a library. */
  readonly word: string
}

/**
 * The callers that a route accepts. With `the permitted, after a look`, the route first looks for the item with the
 * access of the caller, and then checks the permission. If the item is hidden from the caller, the response is
 * therefore 404 instead of 403.
 */
export type Who = "anyone" | "the signed-in" | "administrators" | "the permitted, after a look"

export interface RouteRow {
  readonly who: Who
  /** Returns the value of `:id`. Undefined if the URL has no `:id`. */
  readonly id?: (named: Named) => string
  /** Returns a body that the route accepts. Undefined if the route needs no body. */
  readonly body?: (named: Named) => unknown
  /** Returns additional query strings to test. Each is sent with names of hidden objects and with unknown names. */
  readonly queries?: (named: Named) => ReadonlyArray<string>
  /** The reason why responses can differ although no hidden data has changed, such as the current time. */
  readonly isRestless?: string
  /** The reason why the route is not tested with visible objects, for example because it ends the caller's session. */
  readonly onlyHidden?: string
}

export const anyone: RouteRow = { who: "anyone" }
export const member: RouteRow = { who: "the signed-in" }
export const admin: RouteRow = { who: "administrators" }
export const empty = () => ({})

export const filters = ({ library, word }: Named): ReadonlyArray<string> => [
  `q=${word}`,
  `libraryId=${library}`,
  "sort=title&order=asc&perPage=3",
  "isMissing=false&status=ready",
  "isFavorite=true",
  "ratingMin=10",
  "sort=lastPlayedAt"
]

export const searches = ({ library, word }: Named): ReadonlyArray<string> => [
  `q=${word}`,
  `q="${word}"`,
  `q=${word.slice(0, -1)}`,
  `q=${word}x`,
  `q=library:${library}`,
  `q=tag:"${word}"`
]
export const facets = ({ library, word }: Named): ReadonlyArray<string> => [
  "kind=video&fields=library,resolution,type,status,codec",
  "kind=track&fields=artist,genre,album,year",
  "kind=book&fields=author,bookSeries,language,format",
  "kind=image&fields=camera,lens",
  "kind=video&fields=performer,studio,tag",
  `kind=video&fields=library&q=${word}`,
  `kind=video&fields=status&libraryId=${library}`
]
export const suggestions = ({ word }: Named): ReadonlyArray<string> =>
  ["library", "artist", "album", "author", "camera", "language", "performer", "studio", "tag"].flatMap(
    (field) => [`field=${field}`, `field=${field}&q=${word}`, `field=${field}&q=${word.slice(0, -1)}`]
  )

export const progression = () => ({
  modified: "2026-01-01T00:00:00Z",
  device: { id: "urn:uuid:1", name: "Reader" },
  progression: 0.5
})

/** Returns the rows of the routes that every kind of item has. */
export const itemRows = ({
  extensions,
  kind,
  paths
}: (typeof kinds)[number]): Readonly<Record<string, RouteRow>> => {
  const id = ({ item }: Named) => item[kind]!
  const one = `${paths.list}/:id`
  const own: RouteRow = { ...member, id }
  return {
    [`GET ${paths.list}`]: { ...member, queries: filters },
    [`GET ${one}`]: own,
    [`PATCH ${one}`]: { who: "the permitted, after a look", id, body: () => ({ title: "Mine" }) },
    [`DELETE ${one}`]: {
      who: "the permitted, after a look",
      id,
      onlyHidden: "later requests need the item"
    },
    [`PUT ${one}/rating`]: { ...own, body: () => ({ rating: 60 }) },
    [`PUT ${one}/favorite`]: own,
    [`DELETE ${one}/favorite`]: own,
    [`PUT ${one}/watched`]: own,
    [`DELETE ${one}/watched`]: own,
    [`POST ${one}/play`]: { ...own, body: empty },
    [`PUT ${one}/progress`]: { ...own, body: () => ({ position: 3, duration: 60 }) },
    [`DELETE ${one}/progress`]: own,
    ...timelineRows(one, id),
    ...(Object.keys(extensions).length === 0 ? {} : { [`GET ${bytesUrl({ paths }, ":id")}`]: own })
  }
}

/** Returns the rows of the routes for the history of an item or entity. */
const timelineRows = (one: string, id: (named: Named) => string): Readonly<Record<string, RouteRow>> => ({
  [`GET ${one}/history`]: { ...member, id, queries: () => ["files=true", "limit=2"] },
  [`GET ${one}/as-of`]: {
    ...member,
    id,
    queries: () => ["at=2026-01-01"],
    isRestless: "without `at`, the route returns the current state"
  },
  [`POST ${one}/undo`]: {
    ...member,
    id,
    body: () => ({ sincePosition: 0, dryRun: true }),
    onlyHidden: "the caller may have no changes to undo"
  }
})

/** Returns the rows of the routes that every kind of entity has. */
export const entityRows = (kind: EntityKind): Readonly<Record<string, RouteRow>> => {
  const id = ({ entity }: Named) => entity[kind]
  const list = `/api/${kind}s`
  const one = `${list}/:id`
  const own: RouteRow = { ...member, id }
  const permitted = { who: "the permitted, after a look", id } as const
  return {
    [`GET ${list}`]: {
      ...member,
      queries: ({ entity, word }) => [
        `q=${word}`,
        `parentId=${entity[kind]}`,
        "hasItems=true&sort=count",
        "favorite=true",
        "hasParent=true",
        "hasParent=false",
        "sort=lastUsed&perPage=3"
      ]
    },
    [`POST ${list}`]: { who: "the permitted, after a look", body: () => ({ name: "New" }) },
    [`GET ${one}`]: own,
    [`PATCH ${one}`]: { ...permitted, body: () => ({ isNsfw: false }) },
    [`DELETE ${one}`]: { ...permitted, onlyHidden: "later requests need the entity" },
    [`PUT ${one}/favorite`]: own,
    [`DELETE ${one}/favorite`]: own,
    [`PUT ${one}/rating`]: { ...own, body: () => ({ rating: 60 }) },
    [`GET ${one}/items`]: { ...own, queries: () => ["kind=video", "withChildren=true&sort=title"] },
    [`GET ${one}/children`]: own,
    [`GET ${one}/thumbnail`]: own,
    [`POST ${one}/thumbnail`]: permitted,
    [`DELETE ${one}/thumbnail`]: permitted,
    ...timelineRows(one, id),
    [`POST ${one}/merge`]: {
      ...permitted,
      body: ({ entity }) => ({ from: [entity[kind]] }),
      onlyHidden: "later requests need the entity"
    },
    [`POST ${one}/split`]: {
      ...permitted,
      body: ({ item }) => ({ name: "Other", itemIds: [item["video"]] }),
      onlyHidden: "later requests need the item's entity"
    }
  }
}

export const video = ({ item }: Named) => item["video"]!
export const image = ({ item }: Named) => item["image"]!
export const series = ({ item }: Named) => item["series"]!
export const season = ({ item }: Named) => item["season"]!
export const gallery = ({ item }: Named) => item["gallery"]!
export const book = ({ item }: Named) => item["book"]!
export const track = ({ item }: Named) => item["track"]!
export const noComics = "the books in this test are not comics and have no pages"
export const noEpubs = "the books in this test are not EPUBs and have no documents"
export const noBookmarks = "there are no bookmarks to change"
export const noRequests = "no account has a request to change"
export const noRules = "no account has a rule"
export const noViews = "no account has a view to change"
export const target = ({ item }: Named) => ({ ids: Object.values(item) })
export const filter = ({ library }: Named) => ({ kind: "video" as const, libraryId: library })
