import { onScopeDispose, shallowReactive, shallowRef } from "vue"
import { lasting } from "./storage"

export type ShortcutScope = "Everywhere" | "Lists" | "Player" | "Reader" | "Operations"

export interface Shortcut {
  /**
   * Alternative keys: "k", "Shift+N", "Ctrl+a" (the Command key on a Mac), "g h" (two keys one after the other),
   * "Escape".
   */
  readonly keys: ReadonlyArray<string>
  readonly label: string
  /** Runs the action. Returns `false` if the browser should handle the key instead. */
  readonly run: (event: KeyboardEvent) => boolean | void
}

interface Bound extends Shortcut {
  readonly scope: ShortcutScope
}

/** All bound shortcuts. The help overlay shows this list, so the overlay cannot contain a key that does nothing. */
export const boundShortcuts = shallowReactive<Bound[]>([])

const SEQUENCE_MS = 900
let firstKey = ""
let firstKeyAt = 0

export const singleKeysEnabled = shallowRef(lasting.read("single-keys") !== "off")
export const setSingleKeys = (on: boolean): void => {
  singleKeysEnabled.value = on
  lasting.write("single-keys", on ? "on" : "off")
}

/** Binds shortcuts until the calling component unmounts. */
export const useShortcuts = (scope: ShortcutScope, shortcuts: ReadonlyArray<Shortcut>): void => {
  const bound = shortcuts.map((shortcut) => ({ ...shortcut, scope }))
  boundShortcuts.push(...bound)
  onScopeDispose(() => {
    for (const shortcut of bound) boundShortcuts.splice(boundShortcuts.indexOf(shortcut), 1)
  })
}

export const handleShortcut = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.altKey) return
  const isChord = event.ctrlKey || event.metaKey
  if ((!singleKeysEnabled.value && !isChord) || isBusyElsewhere(event.target, event.key)) return
  const key = keyName(event)
  const sequence = Date.now() - firstKeyAt < SEQUENCE_MS ? `${firstKey} ${key}` : ""
  const found = find(sequence) ?? find(key)
  if (!found && boundShortcuts.some((shortcut) => shortcut.keys.some((keys) => keys.startsWith(`${key} `)))) {
    firstKey = key
    firstKeyAt = Date.now()
    return
  }
  firstKeyAt = 0
  if (found && found.run(event) !== false) event.preventDefault()
}

/**
 * Finds the shortcut bound to `keys`. The last binding takes precedence, so a page may override a shortcut of the app
 * shell.
 */
const find = (keys: string): Bound | undefined =>
  keys === "" ? undefined : boundShortcuts.findLast((shortcut) => shortcut.keys.includes(keys))

const keyName = (event: KeyboardEvent): string => {
  const key = event.key === " " ? "Space" : event.key
  if (event.ctrlKey || event.metaKey) return `Ctrl+${event.shiftKey ? "Shift+" : ""}${key.toLowerCase()}`
  const isLetter = key.length === 1
  return event.shiftKey && (!isLetter || /[A-Z]/.test(key)) ? `Shift+${key}` : key
}

const isBusyElsewhere = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest("[role=menu], [role=dialog], [role=alertdialog], [data-own-keys]")) return true
  if (target.isContentEditable || target.matches("textarea, select")) return true
  if (target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox") return true
  const pressesControl = key === " " || key === "Enter"
  return pressesControl && target.matches("button, a, input, summary")
}
