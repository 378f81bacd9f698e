import { onScopeDispose, shallowRef, type Ref } from "vue"

const IDLE_MS = 2_800

/** True when there was no input for a while and no control of the player is in use. */
export const useIdle = (root: Readonly<Ref<HTMLElement | null>>, mayHide: () => boolean) => {
  const idle = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const isInUse = (): boolean =>
    root.value?.querySelector("[data-state=open], [data-controls] :focus-visible") != null
  const check = (): void => {
    if (mayHide() && !isInUse()) idle.value = true
    else timer = setTimeout(check, IDLE_MS)
  }
  const wake = (): void => {
    idle.value = false
    clearTimeout(timer)
    timer = setTimeout(check, IDLE_MS)
  }
  const rest = (): void => {
    clearTimeout(timer)
    if (mayHide()) idle.value = true
  }
  wake()
  onScopeDispose(() => clearTimeout(timer))
  return { idle, wake, rest }
}
