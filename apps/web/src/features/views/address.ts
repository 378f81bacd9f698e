import type { RouteLocationRaw } from "vue-router"
import type { View } from "./queries"

/** A list as it can be saved, taken from its URL. */
export type SavedList = Pick<View, "page" | "text" | "sort" | "layout">

/** Where a view leads: the list with its text, order and look. */
export const toView = ({ layout, page, sort, text }: SavedList): RouteLocationRaw => {
  const isDescending = sort?.startsWith("-") === true
  return {
    name: page,
    query: {
      q: text || undefined,
      sort: sort === null ? undefined : sort.replace(/^-/, ""),
      order: sort === null ? undefined : isDescending ? "desc" : "asc",
      view: layout ?? undefined
    }
  }
}
