import { expect, it } from "vitest"
import { labelParts } from "./labelParts"

it("never truncates the end of a long name", () => {
  expect(labelParts("2019/trip/IMG_4000.MOV")).toEqual({
    head: "IMG_4000.MOV",
    tail: "",
    folder: "2019/trip"
  })
  expect(labelParts("Shows/A very long name of a series S01E02.mkv")).toEqual({
    head: "A very long name of a serie",
    tail: "s S01E02.mkv",
    folder: "Shows"
  })
  expect(labelParts("/media/films/")).toEqual({ head: "films", tail: "", folder: "/media" })
  expect(labelParts("Changed file")).toEqual({ head: "Changed file", tail: "", folder: "" })
})
