import { shallowRef } from "vue"
import type { RouteLocationRaw } from "vue-router"

export interface Toast {
  readonly id: number
  readonly text: string
  readonly tone: "plain" | "bad"
  /** A button after the text, such as "Undo". */
  readonly action?: ToastAction | undefined
}
/** Runs a function or opens a page. */
export type ToastAction = { readonly label: string } & (
  { readonly run: () => void; readonly to?: never } | { readonly to: RouteLocationRaw; readonly run?: never }
)

const SHOWN_MS = 6_000
/** Users need time to decide about the button. */
const OFFERED_MS = 10_000
let lastId = 0

export const toasts = shallowRef<ReadonlyArray<Toast>>([])

/** A short, temporary message about something that happened. Never the only place where an error is shown. */
export const toast = (text: string, tone: Toast["tone"] = "plain", action?: ToastAction): void => {
  const id = ++lastId
  // A repeated message extends the toast instead of adding another one.
  const others = toasts.value.filter((entry) => entry.text !== text)
  toasts.value = [...others.slice(-2), { id, text, tone, action }]
  setTimeout(() => dismissToast(id), action === undefined ? SHOWN_MS : OFFERED_MS)
}

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((entry) => entry.id !== id)
}
