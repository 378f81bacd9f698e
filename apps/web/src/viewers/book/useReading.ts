import type { BookProgress, BookReport } from "@media/features/catalog/user-items/contract"
import { useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, shallowRef } from "vue"
import { api } from "@/api"
import { patchUserState, refreshOwnLists } from "@/features/items/state/userState"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { useReadingPosition } from "./queries"
import { messages } from "./messages"

/** Minimum time that a page must be shown to count as read. */
const RESTED_MS = 800
/** In books without fixed pages, positions that differ by at most this fraction of the book count as the same. */
const SAME = 0.002

type ReadingPosition = Pick<BookReport, "fraction" | "position" | "duration" | "locator"> & {
  readonly fraction: number
}

interface Reading {
  readonly id: string
  /** The number of pages, if the file of the book has fixed pages. */
  readonly pages?: number
  /** The time at which the server stored the initial position. Null if the server had no position. */
  readonly since: BookProgress["updatedAt"]
}

/**
 * Reports the reading position to the server, and returns a newer position from another device, if any. If a report
 * fails, notifies the user, but only once.
 */
export const useReading = ({ id, pages, since }: Reading) => {
  // If two pages are visible, the server may have stored either of them. A difference of one page therefore counts as
  // the same position.
  const same = pages === undefined ? SAME : 1.01 / pages
  let isTold = false
  const onFailed = (): void => {
    said = undefined
    if (!isTold) toast(translate(messages, "notSaved"), "bad")
    isTold = true
  }
  const cache = useQueryCache()
  const sessionKey = crypto.getRandomValues(new Uint32Array(2)).join("-")
  let sequence = 0
  let waiting: ReadingPosition | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Fraction of the book before the position that was last reported to the server. */
  let said: number | undefined
  /** Fraction of the book before the last reported position, or before the position at which the reader was opened. */
  const known = shallowRef<number>()
  /**
   * Time of the newest stored position that this reader has loaded or reported, or that the user has accepted. Only
   * newer positions come from another device.
   */
  const knownUntil = shallowRef(since ?? "")
  const knows = (at: BookProgress["updatedAt"]): void => {
    if (at !== null && at > knownUntil.value) knownUntil.value = at
  }
  const unanswered = shallowRef(0)
  const send = (keepalive = false): void => {
    clearTimeout(timer)
    // If the user has returned to the page that was reported last, this page is not reported again. Another report is
    // not needed, and could overwrite a newer position from another device.
    const position = waiting?.fraction === said ? undefined : waiting
    waiting = undefined
    if (position === undefined) return
    sequence += 1
    known.value = said = position.fraction
    unanswered.value += 1
    void api.books
      .progress({ path: { id }, body: { ...position, sessionKey, sequence }, keepalive })
      .then((state) => {
        knows(state.lastPlayedAt)
        patchUserState(cache, "book", id, () => state)
      }, onFailed)
      .finally(() => (unanswered.value -= 1))
  }
  const leave = (): void => send(true)
  addEventListener("pagehide", leave)
  onScopeDispose(() => {
    removeEventListener("pagehide", leave)
    leave()
    refreshOwnLists(cache, "book")
  })
  const { data: stored } = useReadingPosition(() => id)
  /**
   * The stored position if another device has stored it. If the stored position is not newer than the last known
   * position, this value is undefined. In that case, the stored position may be an earlier position of this device.
   */
  const elsewhere = computed(() => {
    const position = stored.value
    if (known.value === undefined || !position || position.fraction === 0 || unanswered.value > 0)
      return undefined
    if ((position.updatedAt ?? "") <= knownUntil.value) return undefined
    return Math.abs(position.fraction - known.value) > same ? position : undefined
  })
  return {
    elsewhere,
    /** Marks the stored position as known, so that the user is not notified of this position again. */
    accept: (): void => knows(stored.value?.updatedAt ?? null),
    isAt: (position: ReadingPosition): void => {
      const isOpened = known.value === undefined
      known.value ??= position.fraction
      // Opening a book counts as reading only if the book opens at its end, for example because it has a single page.
      if (isOpened && position.fraction < 1) return
      waiting = position
      clearTimeout(timer)
      timer = setTimeout(send, RESTED_MS)
    }
  }
}
