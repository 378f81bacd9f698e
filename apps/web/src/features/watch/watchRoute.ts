import type { LocationQuery, RouteLocationRaw } from "vue-router"

export interface WatchOptions {
  /**
   * The URL query of the list from which the user opened the video, such as `q=sea&sort=title`. An empty string means
   * the unfiltered list.
   */
  readonly list?: string | undefined
  /**
   * The index of the video in that list. The player uses it to find the previous and next videos without loading the
   * list from the start.
   */
  readonly at?: number | undefined
  /** Start position in seconds. */
  readonly t?: number | undefined
  readonly fromStart?: boolean
  /** True to play exactly this version of a work. Otherwise, the server may prefer another version. */
  readonly isExact?: boolean
}

/** Returns the route that plays a video. Without `t` and `fromStart`, playback resumes at the user's position. */
export const watchRoute = (
  id: string,
  { at, fromStart, isExact, list, t }: WatchOptions = {}
): RouteLocationRaw => ({
  name: "watch",
  params: { id },
  query: {
    ...(t === undefined ? {} : { t: String(t) }),
    ...(fromStart === true ? { from: "start" } : {}),
    ...(isExact === true ? { version: "exact" } : {}),
    ...(list === undefined ? {} : { list }),
    ...(at === undefined ? {} : { at: String(at) })
  }
})

/** Reads the start position in seconds from the URL. If undefined, playback resumes at the user's position. */
export const requestedStart = (query: LocationQuery): number | undefined => {
  if (query["from"] === "start") return 0
  const t = query["t"]
  const seconds = typeof t === "string" && t !== "" ? Number(t) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** True if the URL requires exactly this version of a work, for example because the user chose it in a menu. */
export const isExactVersion = (query: LocationQuery): boolean =>
  query["version"] === "exact" || query["t"] !== undefined
