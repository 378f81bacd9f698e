import { expect, it } from "vitest"
import { readLrc } from "./lrc.ts"

const lines = (text: string) => readLrc(text).lines.map(({ start, text: words }) => [start, words])

it("reads all time formats and sorts the lines", () => {
  const text =
    "\ufeff[ar:Someone]\r\n[00:12.5]Verse\r\n[1:02.345] [00:20.00]Chorus\n[00:15:25]More\n[125:00]Late\n[00:16]"
  expect(readLrc(text).isTimed).toBe(true)
  expect(lines(text)).toEqual([
    [12.5, "Verse"],
    [15.25, "More"],
    [16, ""],
    [20, "Chorus"],
    [62.345, "Chorus"],
    [7_500, "Late"]
  ])
})

it("shifts all times by the offset, wherever the offset is", () => {
  expect(lines("[00:10.00]a\n[offset:+500]")).toEqual([[9.5, "a"]])
  expect(lines("[offset: -1500 ]\n[00:10.00]a")).toEqual([[11.5, "a"]])
  expect(lines("[offset:5000]\n[00:01]a")).toEqual([[0, "a"]])
  expect(lines("[offset:soon]\n[00:01]a")).toEqual([[1, "a"]])
})

it("drops word times, notes and terminal control characters", () => {
  const text = "Lyrics by Someone\n[00:01.00]<00:01.00>Some <00:01.50>words\n[00:03]\u001b[31mred\u202e"
  expect(lines(text)).toEqual([
    [1, "Some words"],
    [3, "[31mred"]
  ])
})

it("keeps untimed lyrics unchanged, including blank lines", () => {
  expect(readLrc("\n[ti:Title]\nOne\n\n[Chorus]\nTwo\n\n")).toEqual({
    isTimed: false,
    lines: ["One", "", "[Chorus]", "Two"].map((text) => ({ start: null, text }))
  })
  expect(readLrc("").lines).toEqual([])
})

it("reads any text without exceeding the limits", () => {
  expect(readLrc("[00:01]x\n".repeat(50_000)).lines).toHaveLength(5_000)
  expect(readLrc(`${"[00:01]".repeat(100_000)}x`).lines).toHaveLength(5_000)
  expect(lines("[99999:99.999]x\n[:]\n[00:]\n[0:0x]y")).toHaveLength(4 - 1)
  expect(readLrc(`[00:01]${"y".repeat(100_000)}`).lines[0]?.text).toHaveLength(1_000)
})
