/** Interval in milliseconds between checks of a segment that is being encoded. */
const LOOK_MS = 300

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends HEAD requests, so that the server encodes a segment without the client downloading it. Resolves when a response
 * has an `etag`, which marks the segment as complete. Also resolves after a response that a retry would not change.
 */
export const segmentMade = async (url: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const answer = await fetch(url, { method: "HEAD", credentials: "include", signal }).catch(() => undefined)
    const isComing = answer?.status === 503 || (answer?.ok === true && !answer.headers.has("etag"))
    if (!isComing) return
    await pause(LOOK_MS)
  }
}

interface Fragment {
  readonly url: string
  /** Start time in seconds. */
  readonly start: number
  readonly duration: number
}

/** Returns the segments of a media playlist. */
export const fragmentsOf = (playlist: string, url: string): ReadonlyArray<Fragment> => {
  const fragments: Array<Fragment> = []
  let start = 0
  let duration = 0
  for (const line of playlist.split("\n")) {
    if (line.startsWith("#EXTINF:")) duration = Number.parseFloat(line.slice("#EXTINF:".length))
    if (line === "" || line.startsWith("#")) continue
    fragments.push({ url: new URL(line, url).href, start, duration })
    start += duration
  }
  return fragments
}

export interface WarmUp {
  /** The URL of the media playlist. */
  readonly url: string
  /** Returns the playback position in seconds. */
  readonly position: () => number
  readonly signal: AbortSignal
}

/**
 * Number of seconds after the current position that must be encoded before the switch. The switch itself takes half a
 * second.
 */
const SWITCH_SECONDS = 1

/**
 * Resolves when the server has encoded the segments at the playback position, so that the player can switch to their
 * height.
 */
export const warmUp = async ({ position, signal, url }: WarmUp): Promise<void> => {
  const answer = await fetch(url, { credentials: "include", signal }).catch(() => undefined)
  // The failure is ignored, because the switch that follows requests the playlist again and reports the error.
  if (answer?.ok !== true) return
  const fragments = fragmentsOf(await answer.text(), answer.url === "" ? url : answer.url)
  const made = new Set<Fragment>()
  while (!signal.aborted) {
    const from = position()
    const missing = fragments.find(
      (one) => one.start < from + SWITCH_SECONDS && one.start + one.duration > from && !made.has(one)
    )
    if (missing === undefined) return
    await segmentMade(missing.url, signal)
    made.add(missing)
  }
}
