import { beforeEach, expect, it } from "vitest"
import { keepView, readView } from "./view"

const left = { isRightToLeft: false }
beforeEach(() => localStorage.clear())

it("stores the reading direction per series and the page layout for all comics", () => {
  const first = readView("saga", left)
  keepView("saga", first, { ...first, layout: "double", fit: "width" })
  expect(readView("other", left)).toEqual({ layout: "double", fit: "width", isRightToLeft: false })
  const saga = readView("saga", left)
  keepView("saga", saga, { ...saga, layout: "strip" })
  keepView("manga", saga, { ...saga, isRightToLeft: true })
  expect(readView("saga", left).layout).toBe("strip")
  expect(readView("manga", left)).toMatchObject({ layout: "double", isRightToLeft: true })
  expect(readView("other", left)).toMatchObject({ layout: "double", isRightToLeft: false })
})

it("shows tall pages as a strip until the user chooses another layout", () => {
  const tall = readView("tower", left, true)
  expect(tall.layout).toBe("strip")
  keepView("tower", tall, { ...tall, layout: "single" })
  expect(readView("tower", left, true).layout).toBe("single")
})

it("uses the defaults if the stored options are invalid", () => {
  localStorage.setItem("books.view.own", "[1")
  expect(readView("saga", { isRightToLeft: true }).isRightToLeft).toBe(true)
})
