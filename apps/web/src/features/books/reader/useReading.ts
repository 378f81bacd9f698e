import { useQueryCache } from "@pinia/colada"
import { onScopeDispose } from "vue"
import { api } from "@/api"
import { patchUserState, refreshOwnLists } from "@/features/items/userState"

/** A reader turns faster than anyone reads: what counts is where they rest. */
const RESTED_MS = 800

/** Says where one is in a book, counted in pages from 1; `onFailed` when the server does not take it. */
export const useReading = (id: string, count: number, onFailed: () => void) => {
  const cache = useQueryCache()
  const sessionKey = crypto.getRandomValues(new Uint32Array(2)).join("-")
  let sequence = 0
  let waiting: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const send = (keepalive = false): void => {
    clearTimeout(timer)
    if (waiting === undefined) return
    const position = waiting
    waiting = undefined
    sequence += 1
    void api.books
      .progress({ path: { id }, body: { position, duration: count, sessionKey, sequence }, keepalive })
      .then((state) => patchUserState(cache, "book", id, () => state), onFailed)
  }
  const leave = (): void => send(true)
  addEventListener("pagehide", leave)
  onScopeDispose(() => {
    removeEventListener("pagehide", leave)
    leave()
    refreshOwnLists(cache, "book")
  })
  return {
    /** The last page that is shown, from 1. */
    isAt: (page: number): void => {
      waiting = page
      clearTimeout(timer)
      timer = setTimeout(send, RESTED_MS)
    }
  }
}
