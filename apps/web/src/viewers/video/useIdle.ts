import { onScopeDispose, shallowRef, type Ref } from "vue"

const IDLE_MS = 2_800
/**
 * Controls that are in use. After navigation, the heading has the focus, which does not count. A finger that holds
 * the seek bar counts.
 */
const IN_USE = "[data-state=open], [data-controls] :is(a, button, input):is(:focus-visible, :active)"

const matches = (query: string): boolean => matchMedia(query).matches

/** True if there was no input for a while and no control of the player is in use. */
export const useIdle = (root: Readonly<Ref<HTMLElement | null>>, mayHide: () => boolean) => {
  const idle = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isByKeyboard = false

  const isInUse = (): boolean =>
    root.value?.querySelector(IN_USE) != null ||
    // A mouse resting on the controls counts as use; touch has no resting pointer.
    (matches("(hover: hover)") && root.value?.querySelector("[data-bar]:hover") != null) ||
    // Hiding controls is motion, and keyboard users need a key press to show them again.
    (isByKeyboard && matches("(prefers-reduced-motion: reduce)"))
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
  const onKey = (): void => void (isByKeyboard = true)
  const onPointer = (): void => void (isByKeyboard = false)
  addEventListener("keydown", onKey, true)
  addEventListener("pointerdown", onPointer, true)
  wake()
  onScopeDispose(() => {
    clearTimeout(timer)
    removeEventListener("keydown", onKey, true)
    removeEventListener("pointerdown", onPointer, true)
  })
  return { idle, wake, rest }
}
