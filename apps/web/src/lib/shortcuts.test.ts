import { afterEach, describe, expect, it, vi } from "vitest"
import { effectScope } from "vue"
import { boundShortcuts, handleShortcut, setSingleKeys, useShortcuts } from "./shortcuts"

const press = (
  key: string,
  target: HTMLElement = document.body,
  init: KeyboardEventInit = {}
): KeyboardEvent => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init })
  target.addEventListener("keydown", handleShortcut, { once: true })
  target.dispatchEvent(event)
  return event
}

describe("shortcuts", () => {
  const before = [...boundShortcuts]
  const scope = effectScope()
  afterEach(() => setSingleKeys(true))

  const run = vi.fn()
  const goHome = vi.fn()
  scope.run(() =>
    useShortcuts("Everywhere", [
      { keys: ["t"], label: "Theme", run },
      { keys: ["g h"], label: "Home", run: goHome },
      { keys: ["Shift+N"], label: "Next", run }
    ])
  )

  it("prevents the browser's default action when a shortcut runs", () => {
    expect(press("t").defaultPrevented).toBe(true)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it("runs Control and Command shortcuts even while single-key shortcuts are turned off", () => {
    const all = vi.fn()
    scope.run(() => useShortcuts("Lists", [{ keys: ["Ctrl+a"], label: "All", run: all }]))
    expect(press("a", document.body, { ctrlKey: true }).defaultPrevented).toBe(true)
    setSingleKeys(false)
    press("a", document.body, { metaKey: true })
    expect(all).toHaveBeenCalledTimes(2)
    expect(press("t", document.body, { ctrlKey: true }).defaultPrevented).toBe(false)
    expect(press("a").defaultPrevented).toBe(false)
    const field = document.body.appendChild(document.createElement("input"))
    expect(press("a", field, { ctrlKey: true }).defaultPrevented).toBe(false)
  })

  it("does not run a two-key shortcut after the second key alone", () => {
    press("h")
    expect(goHome).not.toHaveBeenCalled()
    press("g")
    press("h")
    expect(goHome).toHaveBeenCalledTimes(1)
  })

  it("distinguishes Space from Shift+Space", () => {
    const turn = vi.fn()
    const space = (keys: string, by: number) => ({ keys: [keys], label: keys, run: () => turn(by) })
    scope.run(() => useShortcuts("Reader", [space("Space", 1), space("Shift+Space", -1)]))
    press(" ")
    press(" ", document.body, { shiftKey: true })
    expect(turn.mock.calls).toEqual([[1], [-1]])
  })

  it("distinguishes uppercase from lowercase letters", () => {
    run.mockClear()
    press("n")
    expect(run).not.toHaveBeenCalled()
    press("N", document.body, { shiftKey: true })
    expect(run).toHaveBeenCalledTimes(1)
  })

  it("ignores keys typed in fields or with modifiers", () => {
    run.mockClear()
    const input = document.body.appendChild(document.createElement("input"))
    press("t", input)
    press("t", document.body, { ctrlKey: true })
    setSingleKeys(false)
    press("t")
    expect(run).not.toHaveBeenCalled()
  })

  it("removes a component's shortcuts when the component is unmounted", () => {
    scope.stop()
    expect(boundShortcuts).toEqual(before)
  })
})
