import type { BookReport } from "@media/features/user-items/contract"
import { useQueryCache } from "@pinia/colada"
import { computed, onScopeDispose, shallowRef } from "vue"
import { api } from "@/api"
import { patchUserState, refreshOwnLists } from "@/features/items/userState"
import { translate } from "@/lib/messages"
import { toast } from "@/ui/toasts"
import { useBookPlace } from "../queries"
import { messages } from "./messages"

/** A reader turns faster than anyone reads: what counts is where they rest. */
const RESTED_MS = 800
/** Shares that are closer are one place, where pages are those of a screen. */
const SAME = 0.002

type Place = Pick<BookReport, "fraction" | "position" | "duration" | "locator"> & {
  readonly fraction: number
}

/** Says where one is in a book, and tells when it was read further elsewhere; once when the server does not take it. */
export const useReading = (id: string, pages?: number) => {
  // Of two pages that are shown at once either may be known.
  const same = pages === undefined ? SAME : 1.01 / pages
  let isTold = false
  const onFailed = (): void => {
    if (!isTold) toast(translate(messages, "notSaved"), "bad")
    isTold = true
  }
  const cache = useQueryCache()
  const sessionKey = crypto.getRandomValues(new Uint32Array(2)).join("-")
  let sequence = 0
  let waiting: Place | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Said by this page, or known when it began. */
  const known = shallowRef<number>()
  const send = (keepalive = false): void => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const place = waiting
    waiting = undefined
    sequence += 1
    known.value = place.fraction
    void api.books
      .progress({ path: { id }, body: { ...place, sessionKey, sequence }, keepalive })
      .then((state) => patchUserState(cache, "book", id, () => state), onFailed)
  }
  const leave = (): void => send(true)
  addEventListener("pagehide", leave)
  onScopeDispose(() => {
    removeEventListener("pagehide", leave)
    leave()
    refreshOwnLists(cache, "book")
  })
  const { data: stored } = useBookPlace(() => id)
  /** Where another device stands now; undefined while it is here. */
  const elsewhere = computed(() => {
    const place = stored.value
    if (known.value === undefined || !place || place.fraction === 0) return undefined
    return Math.abs(place.fraction - known.value) > same ? place : undefined
  })
  return {
    elsewhere,
    /** What is stored is seen: it is no news. */
    accept: (): void => {
      known.value = stored.value?.fraction
    },
    isAt: (place: Place): void => {
      const isOpened = known.value === undefined
      known.value ??= stored.value?.fraction ?? place.fraction
      // A book that is only opened is not read further; but one that has a single page is read.
      if (isOpened && place.fraction < 1) return
      waiting = place
      clearTimeout(timer)
      timer = setTimeout(send, RESTED_MS)
    }
  }
}
