import { onScopeDispose, shallowRef, type Ref } from "vue"

const IDLE_MS = 2_800
/**
 * Matches controls that are in use: open menus, controls with keyboard focus, and controls being pressed, such as a
 * finger on the seek bar. The heading, which gets the focus after navigation, is not a control.
 */
const IN_USE = "[data-state=open], [data-controls] :is(a, button, input):is(:focus-visible, :active)"

const matches = (query: string): boolean => matchMedia(query).matches

/** Returns a ref that is true after a period without input, unless a control of the player is in use. */
export const useIdle = (root: Readonly<Ref<HTMLElement | null>>, mayHide: () => boolean) => {
  const idle = shallowRef(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isByKeyboard = false

  const isInUse = (): boolean =>
    root.value?.querySelector(IN_USE) != null ||
    // Controls are also in use while the mouse pointer is over them. Touch screens have no resting pointer.
    (matches("(hover: hover)") && root.value?.querySelector("[data-bar]:hover") != null) ||
    // If keyboard users prefer reduced motion, the controls remain visible. Hiding the controls is motion, and showing
    // them again requires a key press.
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
