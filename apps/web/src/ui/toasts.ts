import { shallowRef } from "vue"
import type { RouteLocationRaw } from "vue-router"

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "plain" | "bad"
  /** A button after the text, such as "Undo". */
  readonly action?: ToastAction | undefined
}
/** A button that runs a function or opens a page. The toast shows its label. */
export type ToastAction = { readonly label: string } & (
  { readonly run: () => void; readonly to?: never } | { readonly to: RouteLocationRaw; readonly run?: never }
)

const SHOWN_MS = 6_000
/**
 * Time in milliseconds for which a toast with a button is shown. It is longer than usual, because users need time to
 * decide whether to press the button.
 */
const OFFERED_MS = 10_000
let lastId = 0

export const toasts = shallowRef<ReadonlyArray<Toast>>([])

/** Shows a short message for a few seconds. Errors must also be shown elsewhere, because a toast disappears. */
export const toast = (text: string, tone: Toast["tone"] = "plain", action?: ToastAction): void => {
  const id = ++lastId
  // A repeated message replaces the earlier message.
  const others = toasts.value.filter((entry) => entry.text !== text)
  toasts.value = [...others.slice(-2), { id, text, tone, action }]
  setTimeout(() => dismissToast(id), action === undefined ? SHOWN_MS : OFFERED_MS)
}

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((entry) => entry.id !== id)
}
