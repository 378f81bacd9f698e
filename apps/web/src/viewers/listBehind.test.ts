import { expect, it } from "vitest"
import { listBehind, listQuery, positionBehind } from "./listBehind"

it("returns the query of the list from which the user came", () => {
  expect(listBehind({ back: "/videos?q=sea&sort=title" })).toBe("q=sea&sort=title")
  expect(listBehind({ back: "/videos" })).toBe("")
  expect(listBehind({ back: "/", list: "started=yes" })).toBe("started=yes")
  expect(
    [{ back: "/videos/1" }, { back: "/" }, { back: null }, null].map((state) => listBehind(state))
  ).toEqual(Array(4).fill(undefined))
  expect([{ at: 7 }, { at: "7" }, {}, null].map((state) => positionBehind(state))).toEqual([
    7,
    undefined,
    undefined,
    undefined
  ])
  expect(listQuery("q=sea%20side&sort=title")).toEqual({ q: "sea side", sort: "title" })
})
