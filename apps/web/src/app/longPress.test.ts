import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { reportLongPresses } from "./longPress"

let stop: () => void
let menus: Array<readonly [number, number]>
let card: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = "<article></article>"
  card = document.querySelector("article")!
  menus = []
  card.addEventListener("contextmenu", (event) => {
    event.preventDefault()
    menus.push([event.clientX, event.clientY])
  })
  stop = reportLongPresses(document)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const touch = (type: string, ...points: ReadonlyArray<readonly [number, number]>): Event => {
  const event = new Event(type, { bubbles: true, cancelable: true })
  const touches = points.map(([clientX, clientY]) => ({ clientX, clientY }))
  card.dispatchEvent(Object.assign(event, { touches }))
  return event
}

it("opens the menu on a long press and ignores the click that follows", () => {
  touch("touchstart", [40, 60])
  vi.advanceTimersByTime(449)
  expect(menus).toEqual([])
  vi.advanceTimersByTime(1)
  expect(menus).toEqual([[40, 60]])
  expect(touch("touchend").defaultPrevented).toBe(true)
  touch("touchstart", [40, 60])
  expect(touch("touchend").defaultPrevented).toBe(false)
})

it("ignores taps, scrolling and touches with two fingers", () => {
  touch("touchstart", [40, 60])
  touch("touchend")
  touch("touchstart", [40, 60])
  touch("touchmove", [40, 80])
  touch("touchstart", [40, 60], [80, 60])
  vi.advanceTimersByTime(2_000)
  expect(menus).toEqual([])
})
