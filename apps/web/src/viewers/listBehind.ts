import type { LocationQuery } from "vue-router"

/**
 * Returns the URL query of the list from which the user came: the list in the history state, which shelves set, or
 * the list on the previous page. Links to the player therefore need not contain the query.
 */
export const listBehind = (
  state: { readonly back?: unknown; readonly list?: unknown } | null = history.state,
  path = "/videos"
): string | undefined => {
  if (typeof state?.list === "string") return state.list
  const [where, query = ""] = typeof state?.back === "string" ? state.back.split("?") : []
  return where === path ? query : undefined
}

/** Returns the zero-based index of the item in its list. Links in lists store this index in the history state. */
export const positionBehind = (
  state: { readonly at?: unknown } | null = history.state
): number | undefined => (typeof state?.at === "number" ? state.at : undefined)

/** Returns the URL query of a list as the router would parse it. */
export const listQuery = (list: string): LocationQuery => Object.fromEntries(new URLSearchParams(list))
