import type { LocationQuery, RouteLocationRaw } from "vue-router"

export interface WatchOptions {
  /** The address query of the list one came from, such as `q=sea&sort=title`; "" is the plain list. */
  readonly list?: string | undefined
  /** The place of the video in that list, from 0; what is near is found without reading the list from its start. */
  readonly at?: number | undefined
  /** Seconds. */
  readonly t?: number | undefined
  readonly fromStart?: boolean
}

/** Where a video is played. Without `t` and `fromStart` it goes on where it was left. */
export const watchRoute = (id: string, { at, fromStart, list, t }: WatchOptions = {}): RouteLocationRaw => ({
  name: "watch",
  params: { id },
  query: {
    ...(t === undefined ? {} : { t: String(t) }),
    ...(fromStart === true ? { from: "start" } : {}),
    ...(list === undefined ? {} : { list }),
    ...(at === undefined ? {} : { at: String(at) })
  }
})

/** The list that a shelf is the beginning of, or the browser came from, so that links to the player need not name it. */
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

/** Seconds to begin at by the address; undefined to go on where it was left. */
export const requestedStart = (query: LocationQuery): number | undefined => {
  if (query["from"] === "start") return 0
  const t = query["t"]
  const seconds = typeof t === "string" && t !== "" ? Number(t) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
