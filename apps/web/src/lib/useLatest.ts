import { onScopeDispose, shallowRef, watch } from "vue"

/**
 * Returns the response to the current query. A request is sent only after the user stops typing, and outdated
 * responses are dropped. If the query is `undefined`, no request is sent.
 */
export const useLatest = <Q, A>(
  question: () => Q | undefined,
  ask: (question: Q, signal: AbortSignal) => Promise<A>,
  delayMs = 150
) => {
  const answer = shallowRef<A>()
  const error = shallowRef<unknown>()
  const busy = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: AbortController | undefined

  const stop = (): void => {
    clearTimeout(timer)
    current?.abort()
    busy.value = false
  }
  const run = async (asked: Q): Promise<void> => {
    const controller = new AbortController()
    current = controller
    try {
      const given = await ask(asked, controller.signal)
      if (controller !== current || controller.signal.aborted) return
      answer.value = given
      error.value = undefined
    } catch (fault) {
      if (controller !== current || controller.signal.aborted) return
      answer.value = undefined
      error.value = fault
    }
    busy.value = false
  }
  watch(
    question,
    (next) => {
      stop()
      if (next === undefined) {
        answer.value = undefined
        error.value = undefined
        return
      }
      busy.value = true
      timer = setTimeout(() => void run(next), delayMs)
    },
    { immediate: true }
  )
  onScopeDispose(stop)
  return { answer, busy, error }
}
