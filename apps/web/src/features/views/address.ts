import type { RouteLocationRaw } from "vue-router"
import type { View } from "./queries"

/** The properties of a list that a view stores, taken from the URL. */
export type SavedList = Pick<View, "page" | "text" | "sort" | "layout">

/** Returns the route that opens a view: the list with its text, order and layout. */
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
