import type { VideoFilter as WireFilter } from "@media/features/videos/contract"
import type { LocationQuery, LocationQueryRaw } from "vue-router"

/** The filter of the list, as kept in the address. */
export type VideoFilter = Pick<WireFilter, "sort" | "order"> &
  Partial<Pick<WireFilter, "q" | "libraryId" | "status">>

export const defaultFilter: VideoFilter = { sort: "createdAt", order: "desc" }

export const sortChoices = [
  { value: "createdAt.desc", label: "Newest first" },
  { value: "createdAt.asc", label: "Oldest first" },
  { value: "title.asc", label: "Title A–Z" },
  { value: "title.desc", label: "Title Z–A" },
  { value: "date.desc", label: "Release date, newest first" },
  { value: "duration.desc", label: "Longest first" },
  { value: "duration.asc", label: "Shortest first" },
  { value: "size.desc", label: "Largest first" },
  { value: "random.desc", label: "Random" }
] as const

export const statusChoices = [
  { value: "", label: "Any status" },
  { value: "ready", label: "Ready" },
  { value: "arriving", label: "Processing" },
  { value: "missing", label: "Missing" },
  { value: "failed", label: "Failed" }
] as const

const oneOf = <T extends string>(value: unknown, allowed: ReadonlyArray<T>): T | undefined =>
  allowed.find((candidate) => candidate === value)
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined

/** Values in the address that are not valid are ignored. */
export const filterFromQuery = (query: LocationQuery): VideoFilter => {
  const q = text(query["q"])
  const libraryId = text(query["library"])
  const status = oneOf(query["status"], ["arriving", "ready", "missing", "failed"])
  return {
    sort:
      oneOf(query["sort"], ["createdAt", "title", "date", "duration", "size", "random"]) ??
      defaultFilter.sort,
    order: oneOf(query["order"], ["asc", "desc"]) ?? defaultFilter.order,
    ...(q ? { q } : {}),
    ...(libraryId ? { libraryId } : {}),
    ...(status ? { status } : {})
  }
}

/** The reverse; defaults are omitted, so the default list has a plain address. */
export const filterToQuery = (filter: VideoFilter): LocationQueryRaw => ({
  q: filter.q || undefined,
  library: filter.libraryId || undefined,
  status: filter.status || undefined,
  sort: filter.sort === defaultFilter.sort ? undefined : filter.sort,
  order: filter.order === defaultFilter.order ? undefined : filter.order
})

export const isFiltered = (filter: VideoFilter): boolean =>
  filter.q !== undefined || filter.libraryId !== undefined || filter.status !== undefined
