import type { Trickplay } from "@media/features/media/videos/previewContract"
import { expect, it } from "vitest"
import { cellAt } from "./trickplay"

const trickplay: Trickplay = {
  version: "v",
  vttUrl: "/t.vtt",
  sheetUrl: "/api/t_{n}.jpg?v=1",
  interval: 10,
  width: 240,
  height: 136,
  columns: 10,
  cellsPerSheet: 100,
  cells: 123,
  isComplete: true
}

it("finds the sheet and cell of the thumbnail for a given time", () => {
  expect(cellAt(trickplay, 0)).toEqual({
    sheet: "/api/t_0.jpg?v=1",
    x: 0,
    y: 0,
    sheetWidth: 2_400,
    sheetHeight: 1_360
  })
  expect(cellAt(trickplay, 129.9)).toMatchObject({ x: 480, y: 136 })
  expect(cellAt(trickplay, 1_155)).toEqual({
    sheet: "/api/t_1.jpg?v=1",
    x: 1_200,
    y: 136,
    sheetWidth: 2_400,
    sheetHeight: 408
  })
})

it("returns no thumbnail that has not been generated yet", () => {
  expect(cellAt(trickplay, 9_999)).toMatchObject({ x: 480, y: 272 })
  expect(cellAt({ ...trickplay, isComplete: false, cells: 100 }, 1_000)).toBeUndefined()
  expect(cellAt({ ...trickplay, cells: 0 }, 0)).toBeUndefined()
  expect(cellAt({ ...trickplay, cells: 3 }, 25)).toMatchObject({ sheetWidth: 720, sheetHeight: 136 })
})
