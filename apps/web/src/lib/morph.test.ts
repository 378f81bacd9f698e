import { afterEach, expect, it, vi } from "vitest"
import { morph } from "./morph"

const prefer = (isStill: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: isStill }))
const element = (): HTMLElement => document.body.appendChild(document.createElement("div"))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, "startViewTransition")
  document.body.replaceChildren()
})

it("moves the transition name from the clicked picture to the picture on the new page", async () => {
  prefer(false)
  const pressed = element()
  const names: Array<string> = []
  const note = () =>
    names.push([...document.body.children].map((one) => (one as HTMLElement).style.viewTransitionName).join())
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const start = vi.fn((change: () => Promise<void>) => {
    note()
    return { ready: Promise.resolve(), finished, done: change().then(note) }
  })
  Object.assign(document, { startViewTransition: start })
  morph(pressed, async () => {
    element().dataset["morph"] = ""
  })
  await start.mock.results[0]?.value.done
  finish()
  await finished
  await Promise.resolve()
  note()
  expect(names).toEqual(["artwork", ",artwork", ","])
})

it("skips the transition if the user prefers reduced motion", () => {
  const open = vi.fn(async () => undefined)
  prefer(false)
  morph(element(), open)
  Object.assign(document, { startViewTransition: () => expect.unreachable() })
  morph(null, open)
  prefer(true)
  morph(element(), open)
  expect(open).toHaveBeenCalledTimes(3)
})
