import type { LocationQuery, RouteLocationRaw } from "vue-router"

export interface WatchOptions {
  /** The URL query of the list that the user came from, such as `q=sea&sort=title`; "" for the unfiltered list. */
  readonly list?: string | undefined
  /**
   * The index of the video in that list, so that its neighbors are found without reading the list from the start.
   */
  readonly at?: number | undefined
  /** Start position in seconds. */
  readonly t?: number | undefined
  readonly fromStart?: boolean
}

/** The route that plays a video. Without `t` and `fromStart`, playback resumes. */
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

/** The start position in the URL, in seconds; undefined resumes playback. */
export const requestedStart = (query: LocationQuery): number | undefined => {
  if (query["from"] === "start") return 0
  const t = query["t"]
  const seconds = typeof t === "string" && t !== "" ? Number(t) : Number.NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
