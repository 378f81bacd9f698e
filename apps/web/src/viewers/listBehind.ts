import type { LocationQuery } from "vue-router"

/** The list behind a shelf, or the previous page, so that links to the player need not contain it. */
export const listBehind = (
  state: { readonly back?: unknown; readonly list?: unknown } | null = history.state,
  path = "/videos"
): string | undefined => {
  if (typeof state?.list === "string") return state.list
  const [where, query = ""] = typeof state?.back === "string" ? state.back.split("?") : []
  return where === path ? query : undefined
}

/** Written into the history by the links of a list: the place of the item in it, from 0. */
export const placeBehind = (state: { readonly at?: unknown } | null = history.state): number | undefined =>
  typeof state?.at === "number" ? state.at : undefined

/** The address query of a list, as the router would give it. */
export const listQuery = (list: string): LocationQuery => Object.fromEntries(new URLSearchParams(list))
