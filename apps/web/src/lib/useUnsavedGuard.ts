import { onScopeDispose, shallowRef, type ShallowRef } from "vue"
import { onBeforeRouteLeave, onBeforeRouteUpdate } from "vue-router"

export interface UnsavedGuard {
  /** The confirmation is open; `UiUnsavedDialog` shows it. */
  readonly isAsking: ShallowRef<boolean>
  readonly answer: (mayLeave: boolean) => void
  /** Asks for confirmation if input would be lost. True means continue. */
  readonly mayLeave: () => Promise<boolean>
}

/** Protects unsaved input on every exit: another page, another item, a closed form or a closed tab. */
export const useUnsavedGuard = (isDirty: () => boolean): UnsavedGuard => {
  const isAsking = shallowRef(false)
  let settle: ((mayLeave: boolean) => void) | undefined

  const answer = (mayLeave: boolean): void => {
    isAsking.value = false
    settle?.(mayLeave)
    settle = undefined
  }
  const mayLeave = async (): Promise<boolean> => {
    if (!isDirty()) return true
    answer(false)
    isAsking.value = true
    return new Promise((resolve) => (settle = resolve))
  }
  const warn = (event: BeforeUnloadEvent): void => {
    if (isDirty()) event.preventDefault()
  }
  onBeforeRouteLeave(mayLeave)
  onBeforeRouteUpdate((to, from) => to.path === from.path || mayLeave())
  addEventListener("beforeunload", warn)
  onScopeDispose(() => {
    removeEventListener("beforeunload", warn)
    answer(true)
  })
  return { answer, isAsking, mayLeave }
}
