import { startStore } from "@media/testkit/TestServer"
import { randomUUID } from "node:crypto"
import { expect, it } from "vitest"
import { readCues } from "./cues.ts"

it("reads the cues of a long track in parts and yields between the parts", async () => {
  const store = await startStore()
  const track = randomUUID()
  await store.rows(
    `insert into subtitle_cues (track_id, n, item_id, start_ms, end_ms, text, words)
     select $1, 2 * n, $2, n * 1000, n * 1000 + 900, 'Line ' || n, '' from generate_series(0, 8999) n`,
    [track, randomUUID()]
  )
  let turns = 0
  const counting = { isOver: false }
  const count = () => {
    turns += 1
    if (!counting.isOver) setImmediate(count)
  }
  count()
  const cues = await store.run(readCues(track))
  counting.isOver = true
  expect(cues.map(({ text }) => text)).toEqual(Array.from({ length: 9_000 }, (_, n) => `Line ${n}`))
  expect(turns).toBeGreaterThan(5)
  await store.stop()
})
