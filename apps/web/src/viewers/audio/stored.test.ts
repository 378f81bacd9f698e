import { expect, it } from "vitest"
import { lineAt } from "./lineAt"
import { listAround } from "./listen"
import type { Listed } from "./listed"
import { queueOf, shuffled } from "./queue"
import { storedOf, storedText } from "./stored"

const track = (n: number): Listed => ({
  id: `t${n}`,
  title: `Track ${n}`,
  artist: null,
  album: "A",
  duration: n
})
const queue = { ...shuffled(queueOf([1, 2, 3, 4].map(track), 2), () => 0), repeat: "all" as const }

it("restores a stored queue", () => {
  expect(storedOf(storedText({ queue, time: 12.4 }))).toEqual({ queue, time: 12 })
})

it("ignores damaged queues and queues stored by another version", () => {
  const text = storedText({ queue, time: 0 })
  const broken = ["", "null", "[]", '{"version":1}', text.replace('"at":0', '"at":9')]
  for (const other of [...broken, text.replace('"version":1', '"version":2'), text.replace('"t1"', "7")])
    expect(storedOf(other), other).toBeUndefined()
})

it("finds the list page of a track even if the track has moved to an adjacent page", async () => {
  const all = Array.from({ length: 1_700 }, (_, n) => track(n))
  const read: Array<number> = []
  const load = async (page: number) => {
    read.push(page)
    return { items: all.slice((page - 1) * 500, page * 500), total: all.length }
  }
  const found = await listAround(load, "t600", 600)
  expect([read, found?.at, found?.tracks.length]).toEqual([[2, 3, 4], 100, 1_200])
  read.length = 0
  expect((await listAround(load, "t499", 500))?.tracks[499]?.id).toBe("t499")
  expect(read.slice(0, 3)).toEqual([2, 3, 1])
  expect(await listAround(load, "gone", 0)).toBeUndefined()
})

it("finds the current line of lyrics", () => {
  const lines = [{ start: 1 }, { start: 2 }, { start: 2 }, { start: 5 }]
  expect([0, 1, 1.9, 2, 4, 99].map((time) => lineAt(lines, time))).toEqual([-1, 0, 0, 2, 2, 3])
  expect(lineAt([], 3)).toBe(-1)
})
