import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { follow, stopFollowing, takeFollowed } from "./followed"
import { stubApi } from "./mountPage"
import { lasting } from "./storage"

let sent: Array<unknown>
let isDown = false
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  isDown = false
  stubApi({
    "PUT /api/ui-prefs/web": (body) => {
      sent.push(body)
      if (isDown) throw new Error("down")
      return { key: "web", value: null }
    }
  })
})
afterEach(() => {
  stopFollowing()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it("applies preferences that were changed on another device", () => {
  const taken: Array<string> = []
  follow("theme", (value) => taken.push(value))
  takeFollowed("ada", { theme: "light", "card-size": 3, other: "x" })
  expect([taken, lasting.read("theme"), lasting.read("card-size"), lasting.read("other")]).toEqual([
    ["light"],
    "light",
    null,
    null
  ])
  takeFollowed("ada", { theme: "light" })
  takeFollowed("ada", null)
  expect(taken).toEqual(["light"])
})

it("sends several changes in one delayed request", async () => {
  const theme = follow("theme", () => undefined)
  theme.write("dark")
  await vi.advanceTimersByTimeAsync(2_000)
  expect([sent, theme.read()]).toEqual([[], "dark"])
  takeFollowed("ada", null)
  theme.write("light")
  theme.write("system")
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent).toEqual([{ value: { theme: "system" } }])
})

it("prefers an unconfirmed local value over the server's value", async () => {
  const theme = follow("theme", () => undefined)
  takeFollowed("ada", null)
  isDown = true
  theme.write("light")
  await vi.advanceTimersByTimeAsync(2_000)
  isDown = false
  takeFollowed("milo", { theme: "dark" })
  expect([theme.read(), sent.length]).toEqual(["dark", 1])
  lasting.write("theme", "light")
  takeFollowed("ada", { theme: "dark" })
  await vi.advanceTimersByTimeAsync(0)
  expect([theme.read(), sent.length]).toEqual(["light", 2])
  takeFollowed("ada", { theme: "dark" })
  expect(theme.read()).toBe("dark")
})
