import { expect, test } from "vitest"
import { packMessages } from "./ProgressBoard.ts"

test("packs all messages into notifications that PostgreSQL accepts", () => {
  const messages = Array.from({ length: 240 }, (_, n) => ({
    id: `run-${n}`,
    phase: "é".repeat(40),
    percent: n
  }))
  const packets = packMessages(messages)
  expect(packets.every((packet) => Buffer.byteLength(packet) <= 7_500)).toBe(true)
  expect(packets.flatMap((packet) => (JSON.parse(packet) as { progress: Array<unknown> }).progress)).toEqual(
    messages
  )
  expect(packMessages([])).toEqual([])
  expect(packMessages([{ id: "huge", phase: "x".repeat(8_000) }])).toEqual([])
})
