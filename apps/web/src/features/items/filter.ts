import type { TimedItemFilter } from "@media/features/items/contract"
import type { LocationQuery, LocationQueryRaw } from "vue-router"

export type ItemSort = TimedItemFilter["sort"]
/** For kinds without a duration, whose lists do not offer it. */
export const untimed = (sort: ItemSort): Exclude<ItemSort, "duration"> =>
  sort === "duration" ? defaultSort : sort

export type ItemOrder = TimedItemFilter["order"]
type Status = NonNullable<TimedItemFilter["status"]>

/** The filter of a list, as kept in the address. */
export type ItemFilter = Pick<TimedItemFilter, "sort" | "order"> &
  Partial<Pick<TimedItemFilter, "q" | "libraryId" | "status">>

const defaultSort = "createdAt"
export const defaultFilter: ItemFilter = { sort: defaultSort, order: "desc" }

// The compiler compares these keys with the contract: they are the only place where its literals are repeated.
const orders = { asc: true, desc: true } satisfies Record<ItemOrder, true>
const sortLabels: Readonly<Record<ItemSort, Readonly<Partial<Record<ItemOrder, string>>>>> = {
  createdAt: { desc: "Newest first", asc: "Oldest first" },
  title: { asc: "Title A–Z", desc: "Title Z–A" },
  date: { desc: "Release date, newest first" },
  duration: { desc: "Longest first", asc: "Shortest first" },
  size: { desc: "Largest first" },
  random: { desc: "Random" }
}
export const statusLabels: Readonly<Record<Status, string>> = {
  ready: "Ready",
  arriving: "Processing",
  missing: "Missing",
  failed: "Failed"
}

const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): ReadonlyArray<K> =>
  (Object.keys(record) as Array<string>).filter((key): key is K => Object.hasOwn(record, key))
const isOrder = (text: string): text is ItemOrder => Object.hasOwn(orders, text)

export interface Choice {
  readonly value: string
  readonly label: string
}
/** An order as one value of a select: `title.asc`. */
export const orderValue = ({ order, sort }: Pick<ItemFilter, "sort" | "order">): string => `${sort}.${order}`

/** What the select of orders offers; the current order is always among them. */
export const orderChoices = (sorts: ReadonlyArray<ItemSort>, current: ItemFilter): ReadonlyArray<Choice> => {
  const offered = sorts.flatMap((sort) =>
    Object.entries(sortLabels[sort]).map(([order, label]) => ({ value: `${sort}.${order}`, label }))
  )
  const value = orderValue(current)
  return offered.some((choice) => choice.value === value)
    ? offered
    : [...offered, { value, label: `${current.sort}, ${current.order}` }]
}

export const statusChoices: ReadonlyArray<Choice> = [
  { value: "", label: "Any status" },
  ...keysOf(statusLabels).map((value) => ({ value, label: statusLabels[value] }))
]

const oneOf = <T extends string>(value: unknown, allowed: ReadonlyArray<T>): T | undefined =>
  allowed.find((candidate) => candidate === value)
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

/** A value of `orderChoices`; undefined when it is none. */
export const parseOrder = (
  value: string,
  sorts: ReadonlyArray<ItemSort>
): Pick<ItemFilter, "sort" | "order"> | undefined => {
  const [name, order = ""] = value.split(".")
  const sort = oneOf(name, sorts)
  return sort && isOrder(order) ? { sort, order } : undefined
}
export const parseStatus = (value: unknown): Status | undefined => oneOf(value, keysOf(statusLabels))

/** Values in the address that are not valid are ignored. */
export const filterFromQuery = (query: LocationQuery, sorts: ReadonlyArray<ItemSort>): ItemFilter => {
  const q = text(query["q"])
  const libraryId = text(query["library"])
  const status = parseStatus(query["status"])
  return {
    sort: oneOf(query["sort"], sorts) ?? defaultFilter.sort,
    order: oneOf(query["order"], keysOf(orders)) ?? defaultFilter.order,
    ...(q ? { q } : {}),
    ...(libraryId ? { libraryId } : {}),
    ...(status ? { status } : {})
  }
}

/** The reverse; defaults are omitted, so the default list has a plain address. */
export const filterToQuery = (filter: ItemFilter): LocationQueryRaw => ({
  q: filter.q || undefined,
  library: filter.libraryId || undefined,
  status: filter.status || undefined,
  sort: filter.sort === defaultFilter.sort ? undefined : filter.sort,
  order: filter.order === defaultFilter.order ? undefined : filter.order
})

export const isFiltered = (filter: ItemFilter): boolean =>
  filter.q !== undefined || filter.libraryId !== undefined || filter.status !== undefined
