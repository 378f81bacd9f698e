import type { BookProgress, BookReport } from "@media/features/catalog/user-items/contract"
import { useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, shallowRef } from "vue"
import { api } from "@/api"
import { patchUserState, refreshOwnLists } from "@/features/items/state/userState"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { useReadingPosition } from "./queries"
import { messages } from "./messages"

/** Only pages where the user rests count, because turning pages is faster than reading. */
const RESTED_MS = 800
/** Closer shares count as the same position, for books without fixed pages. */
const SAME = 0.002

type ReadingPosition = Pick<BookReport, "fraction" | "position" | "duration" | "locator"> & {
  readonly fraction: number
}

interface Reading {
  readonly id: string
  /** The number of pages, for books whose file has fixed pages. */
  readonly pages?: number
  /** The server time of the initial position; null if there was none. */
  readonly since: BookProgress["updatedAt"]
}

/** Reports the reading position; notifies when another device is ahead; reports a save failure once. */
export const useReading = ({ id, pages, since }: Reading) => {
  // With two visible pages, the server may have stored either of them.
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
  /** The last position reported to the server. */
  let said: number | undefined
  /** The last reported position, or the initial one of this page. */
  const known = shallowRef<number>()
  /** The time up to which the stored position is known, because it was loaded, reported or received. */
  const knownUntil = shallowRef(since ?? "")
  const knows = (at: BookProgress["updatedAt"]): void => {
    if (at !== null && at > knownUntil.value) knownUntil.value = at
  }
  const unanswered = shallowRef(0)
  const send = (keepalive = false): void => {
    clearTimeout(timer)
    // If the reader returned to the reported page, there is nothing new to report, and another device may be
    // further.
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
   * The position of another device; undefined if this device is the latest. The stored position may be this device's
   * own earlier one.
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
    /** Marks the stored position as seen, so that it is not announced. */
    accept: (): void => knows(stored.value?.updatedAt ?? null),
    isAt: (position: ReadingPosition): void => {
      const isOpened = known.value === undefined
      known.value ??= position.fraction
      // Opening a book does not count as reading, except for books with a single page.
      if (isOpened && position.fraction < 1) return
      waiting = position
      clearTimeout(timer)
      timer = setTimeout(send, RESTED_MS)
    }
  }
}
