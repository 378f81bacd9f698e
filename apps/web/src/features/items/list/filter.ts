import type {
  AnyItemFilter,
  ItemSortName,
  ItemStatus,
  MovingItemFilter
} from "@media/features/catalog/items/contract"
import type { resolutions as resolutionNames } from "@media/features/catalog/items/resolution"
import type { LocationQuery } from "vue-router"
import { translate } from "@/lib/messages"
import { type Choice, type FilterField, fieldsOf, readFields } from "@/list/filterFields"
import type { KindInfo } from "../kinds/kinds"
import { messages } from "./listMessages"

/**
 * The sort orders of lists. Some apply only to certain kinds: `takenAt` to images, `album` to tracks, `artist` to
 * tracks and albums.
 */
export type ItemSort = Exclude<ItemSortName, "number">
/**
 * Returns a function for kinds that do not offer the given sort orders. It replaces these orders with the default order
 * and keeps all others.
 */
const without =
  <Foreign extends ItemSort>(...foreign: ReadonlyArray<Foreign>) =>
  (sort: ItemSort): Exclude<ItemSort, Foreign> =>
    foreign.some((each) => each === sort)
      ? (defaultSort as Exclude<ItemSort, Foreign>)
      : (sort as Exclude<ItemSort, Foreign>)
/** For videos: replaces a sort order that videos do not offer with the default order. */
export const moving = without("takenAt", "artist", "album")
/** For tracks: replaces a sort order that tracks do not offer with the default order. */
export const heard = without("resolution", "takenAt")
/** For albums: replaces a sort order that albums do not offer with the default order. */
export const heardTogether = without("duration", "resolution", "takenAt", "album")
/** For kinds without a duration: replaces a sort order that they do not offer with the default order. */
export const untimed = without("duration", "resolution", "takenAt", "artist", "album")
/** For images: replaces a sort order that images do not offer with the default order. */
export const still = without("duration", "resolution", "artist", "album")
/** True for sort orders by the user's own state. A list in such an order contains only items that have this state. */
export const isOwnSort = (sort: ItemSort): sort is "lastPlayedAt" | "rating" =>
  sort === "lastPlayedAt" || sort === "rating"

export type ItemOrder = MovingItemFilter["order"]
type Status = ItemStatus

/** The filter of a list, as stored in its URL. */
export type ItemFilter = { readonly sort: ItemSort; readonly order: ItemOrder } & Partial<
  Pick<
    MovingItemFilter,
    "q" | "libraryId" | "isFavorite" | "isWatched" | "isInProgress" | "durationMin" | "durationMax"
  > &
    Pick<AnyItemFilter, "bookSeriesId" | "artistId" | "parentId"> & {
      /** Ids or names of the performer, studio, tag or author that the items have. */
      readonly performer: string | undefined
      readonly studio: string | undefined
      readonly tag: string | undefined
      readonly author: string | undefined
      /** The id of a collection that contains the items. */
      readonly inCollection: string | undefined
      readonly status: Status | undefined
      readonly resolution: Resolution | undefined
    }
>
type Resolution = (typeof resolutionNames)[number]

const defaultSort = "createdAt"
export const defaultFilter: ItemFilter = { sort: defaultSort, order: "desc" }

type OrderWord = Extract<keyof typeof messages.texts, `order${string}` | "oldest">
const orderLabels: Readonly<Record<ItemSort, ReadonlyArray<readonly [ItemOrder, OrderWord]>>> = {
  createdAt: [
    ["desc", "orderNewest"],
    ["asc", "oldest"]
  ],
  title: [
    ["asc", "orderTitleAsc"],
    ["desc", "orderTitleDesc"]
  ],
  date: [
    ["desc", "orderDate"],
    ["asc", "orderDateAsc"]
  ],
  duration: [
    ["desc", "orderDurationDesc"],
    ["asc", "orderDurationAsc"]
  ],
  size: [
    ["desc", "orderSizeDesc"],
    ["asc", "orderSizeAsc"]
  ],
  resolution: [
    ["desc", "orderResolutionDesc"],
    ["asc", "orderResolutionAsc"]
  ],
  rating: [
    ["desc", "orderRatingDesc"],
    ["asc", "orderRatingAsc"]
  ],
  lastPlayedAt: [["desc", "orderPlayed"]],
  random: [["desc", "orderRandom"]],
  ordinal: [["asc", "orderOrdinal"]],
  artist: [
    ["asc", "orderArtist"],
    ["desc", "orderArtistDesc"]
  ],
  album: [
    ["asc", "orderAlbum"],
    ["desc", "orderAlbumDesc"]
  ],
  takenAt: [
    ["desc", "orderTaken"],
    ["asc", "orderTakenAsc"]
  ]
}

/** Returns the options of the sort menu. */
export const orderChoices = (sorts: ReadonlyArray<ItemSort>): ReadonlyArray<Choice> =>
  sorts.flatMap((sort) =>
    orderLabels[sort].map(([order, label]) => ({
      value: `${sort}.${order}`,
      label: translate(messages, label)
    }))
  )

const statusWords = {
  ready: "statusReady",
  arriving: "statusArriving",
  missing: "statusMissing",
  failed: "statusFailed"
} as const satisfies Record<Status, keyof typeof messages.texts>
const statuses: ReadonlyArray<Status> = ["ready", "arriving", "missing", "failed"]

const oneEntity = {
  performer: "onePerformer",
  studio: "oneStudio",
  tag: "oneTag",
  author: "oneAuthor"
} as const

const fields = fieldsOf<ItemFilter>()
const resolutions: ReadonlyArray<Choice<Resolution>> = [
  { value: "4k", label: "4K" },
  { value: "1440p", label: "1440p" },
  { value: "1080p", label: "1080p" },
  { value: "720p", label: "720p" }
]

/** The features of a kind, which determine the filter fields of its lists. `isPlayable` adds the "watched" filters. */
export interface Narrowable {
  readonly isPlayable: boolean
  /** Selects the verb of the "watched" filter, such as played or read. */
  readonly use?: KindInfo["use"]
  readonly sorts: ReadonlyArray<ItemSort>
}
const narrowableByAll: Narrowable = { isPlayable: true, sorts: ["duration", "resolution"] }

const finished = {
  heard: { label: "played", yes: "played", no: "unplayed" },
  read: { label: "read", yes: "read", no: "unread" },
  watched: { label: "watchedLabel", yes: "watched", no: "unwatched" }
} as const

/** Returns the filter fields of a kind's lists. */
export const itemFields = (
  libraries: ReadonlyArray<Choice>,
  { isPlayable, sorts, use }: Narrowable
): ReadonlyArray<FilterField<ItemFilter>> => {
  const words = finished[use ?? "watched"]
  const t = (
    key: "library" | "allLibraries" | "any" | "duration" | "minutesUnit" | "resolution" | "search" | "status"
  ) => translate(messages, key)
  return [
    fields.text("q", t("search")),
    fields.choice("libraryId", t("library"), libraries, {
      param: "library",
      any: t("allLibraries"),
      isOpen: true,
      isHidden: libraries.length < 2,
      unknown: translate(messages, "libraryGone")
    }),
    fields.yesNo(
      "isFavorite",
      translate(messages, "favorites"),
      { any: t("any"), yes: translate(messages, "favorites") },
      { param: "favorite" }
    ),
    ...(isPlayable
      ? [
          fields.yesNo(
            "isWatched",
            translate(messages, words.label),
            {
              any: t("any"),
              yes: translate(messages, words.yes),
              no: translate(messages, words.no)
            },
            { param: "watched" }
          ),
          fields.yesNo(
            "isInProgress",
            translate(messages, "inProgress"),
            { any: t("any"), yes: translate(messages, "inProgress") },
            { param: "started" }
          )
        ]
      : []),
    ...(sorts.includes("resolution")
      ? [
          fields.choice(
            "resolution",
            t("resolution"),
            [...resolutions, { value: "sd", label: translate(messages, "lowResolution") }],
            { any: t("any") }
          )
        ]
      : []),
    ...(sorts.includes("duration")
      ? [
          fields.range("durationMin", "durationMax", t("duration"), {
            param: "duration",
            per: 60,
            unit: t("minutesUnit")
          })
        ]
      : []),
    // The page of a book links to the other books of its series with this filter.
    fields.choice("bookSeriesId", translate(messages, "series"), [], {
      param: "series",
      any: t("any"),
      isHidden: true,
      isOpen: true,
      unknown: translate(messages, "oneSeries")
    }),
    fields.choice("artistId", translate(messages, "artist"), [], {
      param: "artist",
      any: t("any"),
      isHidden: true,
      isOpen: true,
      unknown: translate(messages, "oneArtist")
    }),
    // The page of a gallery links to the list of its images with this filter.
    fields.choice("parentId", translate(messages, "parent"), [], {
      param: "parent",
      any: t("any"),
      isHidden: true,
      isOpen: true,
      unknown: translate(messages, "oneParent")
    }),
    // The lists on the pages of entities set these filters.
    ...(["performer", "studio", "tag", "author"] as const).map((name) =>
      fields.choice(name, translate(messages, name), [], {
        any: t("any"),
        isHidden: true,
        isOpen: true,
        unknown: translate(messages, oneEntity[name])
      })
    ),
    // Lists omit unusable files by default. If a list omits any files, a line above the list links to the same list
    // with this filter.
    fields.choice(
      "status",
      t("status"),
      statuses.map((value) => ({ value, label: translate(messages, statusWords[value]) })),
      { any: t("any"), isHidden: true }
    )
  ]
}

const isSort = (text: unknown, sorts: ReadonlyArray<ItemSort>): text is ItemSort =>
  sorts.some((sort) => sort === text)

/** Reads the filter from the URL of a list. */
export const filterFromQuery = (query: LocationQuery, sorts: ReadonlyArray<ItemSort>): ItemFilter => {
  const { order, sort } = query
  return shownOf({
    sort: isSort(sort, sorts) ? sort : defaultFilter.sort,
    order: order === "asc" || order === "desc" ? order : defaultFilter.order,
    ...readFields(itemFields([], narrowableByAll), query)
  })
}

/** True if the query text contains a condition on the status. The list then also includes unusable files. */
const asksForStatus = (text = ""): boolean =>
  /(?:^|[\s(-])(?:status[:=!]|is:missing|isMissing:|no:status)/i.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ""))

/** Returns the filter for the server. If it has no status, only usable items are listed. */
export const shownOf = (filter: ItemFilter): ItemFilter =>
  asksForStatus(filter.q) ? filter : { status: "ready", ...filter }
