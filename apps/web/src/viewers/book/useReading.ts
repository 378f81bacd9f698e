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
/** Maximum difference between shares that count as the same position, in books without fixed pages. */
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
 * Reports the reading position to the server. Notifies the user when another device has read further. Also notifies the
 * user of a failed save, but only once.
 */
export const useReading = ({ id, pages, since }: Reading) => {
  // If two pages are visible, the server may have stored either page.
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
  /** Share of the book at the position that was last reported to the server. */
  let said: number | undefined
  /** Share of the book at the last reported position, or at the position at which this page was opened. */
  const known = shallowRef<number>()
  /** Time up to which changes to the stored position are known, because they were loaded, reported or accepted. */
  const knownUntil = shallowRef(since ?? "")
  const knows = (at: BookProgress["updatedAt"]): void => {
    if (at !== null && at > knownUntil.value) knownUntil.value = at
  }
  const unanswered = shallowRef(0)
  const send = (keepalive = false): void => {
    clearTimeout(timer)
    // If the user returned to the reported page, no report is needed. Another device may have read further in the
    // meantime, and a report would overwrite its position.
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
   * The position of another device, if it is newer than the position of this device. Otherwise undefined: the stored
   * position may be an earlier position of this device.
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
      // Opening a book does not count as reading, unless it has a single page.
      if (isOpened && position.fraction < 1) return
      waiting = position
      clearTimeout(timer)
      timer = setTimeout(send, RESTED_MS)
    }
  }
}
