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

/** The zero-based index of the item in the list, which list links write into the history state. */
export const positionBehind = (
  state: { readonly at?: unknown } | null = history.state
): number | undefined => (typeof state?.at === "number" ? state.at : undefined)

/** The URL query of a list, parsed as the router would. */
export const listQuery = (list: string): LocationQuery => Object.fromEntries(new URLSearchParams(list))
