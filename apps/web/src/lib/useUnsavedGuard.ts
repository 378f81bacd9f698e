import { onScopeDispose, shallowRef, type ShallowRef } from "vue"
import { onBeforeRouteLeave, onBeforeRouteUpdate } from "vue-router"

export interface UnsavedGuard {
  /** True while the confirmation is open. `UiUnsavedDialog` shows the confirmation. */
  readonly isAsking: ShallowRef<boolean>
  readonly answer: (mayLeave: boolean) => void
  /** Asks for confirmation if input would be lost. Returns true if the user may leave. */
  readonly mayLeave: () => Promise<boolean>
}

/**
 * Asks for confirmation before unsaved input is lost. Input is lost if the user opens another page or item, or closes
 * the form or the tab.
 */
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
