import { useQueryCache } from "@pinia/colada"
import { onScopeDispose, watch, type Ref } from "vue"
import { asApiError } from "@/api"
import type { ItemDefinition } from "@/features/items/definition"
import { patchUserState, refreshOwnLists } from "@/features/items/state/userState"
import { isViewing } from "@/lib/offline"
import { listen, useEvents } from "./listen"
import { makeProgressReporter, REPORT_MS } from "./resume"

/** Seconds. After loading, an element may start at the nearest frame instead of the exact position. */
const SAME_PLACE = 1
/** A seek that takes longer than this is reported before it completes. */
const SEEK_MS = 1_000
const seeks: ReadonlySet<string> = new Set(["seeking", "seeked"])

/** Refusals are final, except for temporary ones: too many requests, or a starting server. */
const passes = (fault: unknown): boolean => {
  const { isOffline, status } = asApiError(fault)
  return isOffline || status === 429 || status >= 500
}

/**
 * Reports the position of a media element: every ten seconds of playback, and when it is paused, seeks, ends, is
 * hidden or closes. Works for all kinds of items. Seeking away from `startAt` counts even before playback.
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
    // An element that is loading, switching quality or closing briefly reports zero.
    if (hasPlayed && media.currentTime > 0) progress = { time: media.currentTime, duration: media.duration }
    if (type === "timeupdate") return
    if (type === "playing") {
      if (hasEnded && media.currentTime < media.duration / 2) reporter.startOver(media.currentTime)
      hasEnded = false
      return
    }
    hasEnded ||= type === "ended"
    clearTimeout(seeking)
    // Encoding the frame may take long, and the page may close before.
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
