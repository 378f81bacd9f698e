import type { HlsStatus } from "@media/features/playback/streaming/contract"
import { shallowRef, watch } from "vue"
import { api } from "@/api"
import { translate } from "@/lib/messages"
import { messages } from "./messages"
import type { TrackChoice } from "./tracks/trackChoice"

const POLL_MS = 1_000
/** Delay before the notice is shown. No notice appears if the stream starts within this time. */
const NOTICE_DELAY_MS = 700

/**
 * Delay in milliseconds between the first frame and a last request for the status, which may contain new warnings by
 * then.
 */
const FINDINGS_MS = 3_000

/**
 * Number of consecutive "failed" states after which the error is shown. A single "failed" state may belong to an
 * earlier attempt.
 */
const FAILURES_TO_BELIEVE = 2

/** Reads the server's progress until the adaptive stream shows its first frame. */
export const usePreparing = (
  id: () => string,
  tracks: () => TrackChoice,
  isWaiting: () => boolean,
  onFailed: (reason: string) => void
) => {
  const status = shallowRef<HlsStatus>()
  const shown = shallowRef(false)
  /** Seconds since the notice appeared. */
  const waited = shallowRef(0)

  const read = (signal?: AbortSignal) =>
    api.playback.hlsStatus({ path: { id: id() }, query: tracks(), ...(signal ? { signal } : {}) })

  // Reads the status at least once. The menus list the heights and tracks of the stream even while the original plays.
  read()
    .then((first) => (status.value ??= first))
    .catch(() => undefined)

  watch(
    isWaiting,
    (waiting, _before, onCleanup) => {
      shown.value = false
      waited.value = 0
      const abort = new AbortController()
      if (!waiting) {
        // Problems such as undecodable audio become known only after the first frames have been converted.
        const late = setTimeout(() => {
          read(abort.signal)
            .then((found) => (status.value = found))
            .catch(() => undefined)
        }, FINDINGS_MS)
        onCleanup(() => {
          clearTimeout(late)
          abort.abort()
        })
        return
      }
      const begin = performance.now() + NOTICE_DELAY_MS
      let failures = 0
      const ask = async (): Promise<void> => {
        shown.value = true
        waited.value = (performance.now() - begin) / 1_000
        try {
          status.value = await read(abort.signal)
        } catch {
          // Keeps the last known status if a request fails.
        }
        if (abort.signal.aborted) return
        failures = status.value?.state === "failed" ? failures + 1 : 0
        if (failures >= FAILURES_TO_BELIEVE)
          return onFailed(status.value?.error ?? translate(messages, "notConverted"))
        timer = setTimeout(() => void ask(), POLL_MS)
      }
      let timer = setTimeout(() => void ask(), NOTICE_DELAY_MS)
      onCleanup(() => {
        clearTimeout(timer)
        abort.abort()
      })
    },
    { immediate: true }
  )
  return { shown, status, waited }
}
