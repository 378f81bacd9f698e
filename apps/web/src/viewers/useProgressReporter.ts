import { useQueryCache } from "@pinia/colada"
import { onScopeDispose, watch, type Ref } from "vue"
import { asApiError } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { patchUserState, refreshOwnLists } from "@/features/items/state/userState"
import { isViewing } from "@/lib/offline"
import { listen, useEvents } from "./listen"
import { makeProgressReporter, REPORT_MS } from "./resume"

/**
 * A position within this many seconds of `startAt` does not count as a seek by the user, because an element may start
 * at the nearest frame instead of the exact position.
 */
const SAME_PLACE = 1
/** If a seek takes longer than this, its target is reported before the seek completes. */
const SEEK_MS = 1_000
const seeks: ReadonlySet<string> = new Set(["seeking", "seeked"])

/** True if the error is temporary: the server is unreachable, busy or starting, or there were too many requests. */
const passes = (fault: unknown): boolean => {
  const { isOffline, status } = asApiError(fault)
  return isOffline || status === 429 || status >= 500
}

/**
 * Reports the position of a media element of any kind of item: every ten seconds of playback, and when the element is
 * paused, seeks, ends, is hidden or closes. Before playback starts, the position is reported only after a seek away
 * from `startAt`.
 */
export const useProgressReporter = (
  element: Readonly<Ref<HTMLMediaElement | null>>,
  { kind, own }: Pick<ItemDefinition, "kind" | "own">,
  id: string,
  startAt = 0
): void => {
  const cache = useQueryCache()
  const reporter = makeProgressReporter({
    send: (body, keepalive) => own.progress({ path: { id }, body, keepalive }),
    onSaved: (state) => patchUserState(cache, kind, id, () => state),
    mayRetry: passes
  })
  let seeking: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false
  let hasPlayed = false
  let progress = { time: 0, duration: 0 }

  const say = (isLast: boolean): void => {
    if (hasPlayed && progress.time > 0 && !isViewing.value)
      reporter.report(progress.time, progress.duration, isLast)
  }
  const onEvent = ({ type }: Event): void => {
    const media = element.value
    if (!media) return
    hasPlayed ||=
      type === "playing" || (seeks.has(type) && Math.abs(media.currentTime - startAt) > SAME_PLACE)
    // Ignores position 0, which an element briefly reports while loading, switching quality or closing.
    if (hasPlayed && media.currentTime > 0) progress = { time: media.currentTime, duration: media.duration }
    if (type === "timeupdate") return
    if (type === "playing") {
      if (hasEnded && media.currentTime < media.duration / 2) reporter.startOver(media.currentTime)
      hasEnded = false
      return
    }
    hasEnded ||= type === "ended"
    clearTimeout(seeking)
    // The seek may take long, because the server first has to encode the frame. The user may close the page before the
    // seek completes.
    if (type === "seeking") seeking = setTimeout(() => say(false), SEEK_MS)
    else say(false)
  }
  const events = ["timeupdate", "playing", "pause", "seeking", "seeked", "ended"]
  watch(
    element,
    (media, _before, onCleanup) => {
      if (media) onCleanup(listen(media, events, onEvent))
    },
    { immediate: true }
  )

  const beat = setInterval(() => element.value?.paused === false && say(false), REPORT_MS)
  const onHidden = (): void => {
    if (document.visibilityState === "hidden") say(true)
  }
  useEvents(document, ["visibilitychange"], onHidden)
  useEvents(window, ["pagehide"], () => say(true))
  useEvents(window, ["online"], () => reporter.retryNow())
  onScopeDispose(() => {
    say(true)
    refreshOwnLists(cache, kind)
    reporter.stop()
    clearTimeout(seeking)
    clearInterval(beat)
  })
}
