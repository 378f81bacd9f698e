import type { HlsStatus } from "@media/features/playback/streaming/contract"
import { shallowRef, watch } from "vue"
import { api } from "@/api"
import { translate } from "@/lib/messages"
import { messages } from "./messages"
import type { TrackChoice } from "./tracks/trackChoice"

const POLL_MS = 1_000
/** Streams that start within this time need no notice. */
const NOTICE_DELAY_MS = 700

/** Milliseconds after the first frame. */
const FINDINGS_MS = 3_000

/** Number of failures after which the error is shown. A single one may belong to an earlier attempt. */
const FAILURES_TO_BELIEVE = 2

/** The server's progress until the adaptive stream shows its first frame. */
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

  // Read at least once, because the menus list the heights and tracks of the stream even while the original plays.
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
        // The conversion reports problems with its first frames, such as undecodable audio.
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
          // On a failed request, the last known state remains.
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
