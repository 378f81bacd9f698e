/** Between two looks at a segment that is being made. */
const LOOK_MS = 300
/**
 * Then the switch is made, ready or not. A processor that converts hardly faster than the video plays would never be ahead
 * of it, and what is made by then shortens the stand-still.
 */
export const LONGEST_WAIT_MS = 4_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Has the server make a segment, without its bytes: what plays now plays on meanwhile. Resolves once the segment is
 * whole, which its tag tells; or with the first answer that no further look would change.
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
  readonly start: number
  readonly duration: number
}

/** The same stretch in another height. */
export const inHeight = (url: string, height: number): string => {
  const [path = "", query] = url.split("?")
  const other = path.replace(/\/\d+p\/(\d+\.ts)$/, `/${height}p/$1`)
  return query === undefined ? other : `${other}?${query}`
}

export interface WarmUp {
  readonly height: number
  /** Of any height that was loaded: all are cut at the same places. */
  readonly fragments: ReadonlyArray<Fragment>
  readonly position: () => number
  readonly signal: AbortSignal
}

/** A second on from the position: the switch itself takes half of one. */
const SWITCH_SECONDS = 1

/** Resolves once the height can go on where the playback is by then. */
export const warmUp = async ({ fragments, height, position, signal }: WarmUp): Promise<void> => {
  const made = new Set<Fragment>()
  while (!signal.aborted) {
    const from = position()
    const needed = fragments.filter(
      ({ duration, start }) => start < from + SWITCH_SECONDS && start + duration > from
    )
    const missing = needed.find((fragment) => !made.has(fragment))
    if (missing === undefined) return
    await segmentMade(inHeight(missing.url, height), signal)
    made.add(missing)
  }
}
