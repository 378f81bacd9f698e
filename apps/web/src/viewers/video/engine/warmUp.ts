/** Milliseconds between two checks of a segment that is being encoded. */
const LOOK_MS = 300

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes the server encode a segment without downloading it, while playback continues. Resolves once the segment's
 * tag marks it as complete, or with the first response that a retry would not change.
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
  /** Seconds. */
  readonly start: number
  readonly duration: number
}

/** The segments of a media playlist. */
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
  /** The playlist that the URL is relative to. */
  readonly url: string
  /** The playback position in seconds. */
  readonly position: () => number
  readonly signal: AbortSignal
}

/** One second after the position, because the switch itself takes half a second. */
const SWITCH_SECONDS = 1

/** Resolves once the height can continue at the playback position. */
export const warmUp = async ({ position, signal, url }: WarmUp): Promise<void> => {
  const answer = await fetch(url, { credentials: "include", signal }).catch(() => undefined)
  // The switch itself reports the error to the viewer.
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
