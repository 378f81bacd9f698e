import type { TimedItemFilter } from "@media/features/items/contract"
import type { LocationQuery } from "vue-router"
import { type Choice, type FilterField, fieldsOf, readFields } from "@/list/filterFields"
import { translate } from "@/lib/messages"
import { messages } from "./listMessages"

export type ItemSort = TimedItemFilter["sort"]
/** For kinds without a duration, whose lists do not offer it. */
export const untimed = (sort: ItemSort): Exclude<ItemSort, "duration"> =>
  sort === "duration" ? defaultSort : sort

export type ItemOrder = TimedItemFilter["order"]
type Status = NonNullable<TimedItemFilter["status"]>

/** The filter of a list, as kept in the address. */
export type ItemFilter = Pick<TimedItemFilter, "sort" | "order"> &
  Partial<Pick<TimedItemFilter, "q" | "libraryId" | "status" | "isFavorite" | "isWatched" | "isInProgress">>

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
  random: [["desc", "orderRandom"]],
  lastPlayedAt: [["desc", "orderPlayed"]]
}

/** What the select of orders offers. */
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

const fields = fieldsOf<ItemFilter>()

/** What lists of a kind are narrowed by; what one has watched only where there is something to watch. */
export const itemFields = (
  libraries: ReadonlyArray<Choice>,
  { isPlayable }: { readonly isPlayable: boolean }
): ReadonlyArray<FilterField<ItemFilter>> => {
  const t = (key: "library" | "allLibraries" | "any" | "status" | "search") => translate(messages, key)
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
            translate(messages, "watchedLabel"),
            {
              any: t("any"),
              yes: translate(messages, "watched"),
              no: translate(messages, "unwatched")
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
    // Files that are no use yet are no part of a list: its quiet line leads to them.
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

/** What a list at this address asks the server for. */
export const filterFromQuery = (query: LocationQuery, sorts: ReadonlyArray<ItemSort>): ItemFilter => {
  const { order, sort } = query
  return shownOf({
    sort: isSort(sort, sorts) ? sort : defaultFilter.sort,
    order: order === "asc" || order === "desc" ? order : defaultFilter.order,
    ...readFields(itemFields([], { isPlayable: true }), query)
  })
}

/** What the server is asked for: a list that says nothing of the status shows what can be used. */
export const shownOf = (filter: ItemFilter): ItemFilter => ({ status: "ready", ...filter })
