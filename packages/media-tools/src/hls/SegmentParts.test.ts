import { expect, it } from "vitest"
import { partGrid, partOffsets, partStarts, partAt, tableFromPart } from "./SegmentParts.ts"
import { segmentTable } from "./SegmentTable.ts"
import { probeFacts, videoFacts } from "./TestFacts.ts"
import { PACKET, SYNC } from "./TransportPacket.ts"

const facts = probeFacts({ durationSeconds: 25 }, [videoFacts({ codec: "hevc", durationSeconds: 25 })])
const table = segmentTable(facts)!

it("splits encoded segments into parts of 2 s but keeps copied segments whole", () => {
  expect(partStarts(table, 1, "encode")).toEqual([250, 300, 350, 400, 450])
  expect(partStarts(table, 1, "copy")).toEqual([250])
  const grid = partGrid(table, "encode")
  expect(grid.frames).toEqual([...Array.from({ length: 13 }, (_, i) => i * 50), 625])
  expect(grid.firsts).toEqual([0, 5, 10, 13])
})

it("merges a remainder shorter than half a part into the previous part", () => {
  const uneven = { ...table, boundaries: [0, 120, 170, 625] }
  expect(partStarts(uneven, 0, "encode")).toEqual([0, 50])
  expect(partStarts(uneven, 1, "encode")).toEqual([120])
})

it("shifts a segment table so that it begins at a given part", () => {
  const shifted = tableFromPart(table, 1, 3)
  expect(shifted.boundaries).toEqual([0, 400, 500, 625])
  expect(partStarts(shifted, 1, "encode")).toEqual([400, 450])
})

it("finds the part that contains a time", () => {
  expect(partAt(table, 0)).toEqual({ n: 0, part: 0 })
  expect(partAt(table, 9.99)).toEqual({ n: 0, part: 4 })
  expect(partAt(table, 10)).toEqual({ n: 1, part: 0 })
  expect(partAt(table, 17)).toEqual({ n: 1, part: 3 })
  expect(partAt(table, 9_999)).toEqual({ n: 2, part: 2 })
})

it("finds the offsets of the parts in a segment file", () => {
  const packet = (pid: number, counter: number) => {
    const bytes = Buffer.alloc(PACKET)
    bytes.set([SYNC, pid >> 8, pid & 0xff, 0x10 | counter])
    return bytes
  }
  const part = [packet(0, 0), packet(4_096, 0), packet(256, 0), packet(0, 1), packet(0, 2)]
  expect(partOffsets(Buffer.concat([...part, ...part]))).toEqual([0, 5 * PACKET])
})
