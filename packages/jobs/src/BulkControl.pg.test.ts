import { labeled } from "./testing/labeled.ts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { cancelSelected, clearSelected, previewBulk, retrySelected } from "./BulkControl.ts"
import * as JobRuns from "./JobRuns.ts"
import type { RunFilter } from "./RunFilter.ts"
import { type Harness, item, makeHarness } from "./testing/Harness.ts"

let harness: Harness
beforeEach(async () => {
  harness = await makeHarness()
})
afterEach(() => harness.close())

const labelled = (label: string, n = 0) =>
  item("preview", n, { target: { type: "video", id: `v${n}`, label } })
const preview = (filter: RunFilter) => harness.run(previewBulk(filter))
const states = async () => (await harness.jobs()).map(({ state }) => state)

/** Labels that are special in SQL, LIKE, regular expressions or shells, or that look misleading. */
const strange = [
  "100 %",
  "a_b",
  "(x|y)*",
  "'; drop table jobs; --",
  "zero\u200bwidth",
  "\u202egnp.exe",
  "ÄÖÜ",
  "back\\slash",
  "\t"
]

test("lists, counts and cancels exactly the runs whose label contains special characters", async () => {
  await harness.enqueue([...strange.map(labelled), labelled("plain"), item("fingerprint", 3)])
  for (const q of strange) {
    const list = await harness.run(JobRuns.list({ where: labeled(q), page: 1, perPage: 50 }))
    expect(
      list.items.map((run) => run.targetLabel),
      q
    ).toEqual([q])
    expect(await preview({ where: labeled(q) }), q).toMatchObject({ cancel: 1, retry: 0, clear: 0 })
    expect(await harness.run(cancelSelected({ where: labeled(q) })), q).toBe(1)
  }
  expect(await preview({ where: labeled("zerowidth") })).toMatchObject({ cancel: 0 })
  expect(await states()).toEqual([...strange.map(() => 5), 0, 0])
  expect(await preview({ queue: "nothing" })).toMatchObject({ cancel: 0, retry: 0, clear: 0 })
})

test("applies each bulk action only to runs in a state that the action supports", async () => {
  await harness.enqueue(Array.from({ length: 6 }, (_, n) => labelled(`clip ${n}`, n)))
  for (const n of [0, 1, 2, 3, 4, 5]) {
    await harness.rows("update jobs set state = $1 where target_id = $2", [n, `v${n}`])
  }
  expect(await preview({ where: labeled("clip") })).toMatchObject({ cancel: 3, retry: 2, clear: 2 })
  expect(await preview({ where: labeled("clip"), status: "failed" })).toMatchObject({
    cancel: 1,
    retry: 2,
    clear: 0
  })
  expect(await preview({ status: "cancelled" })).toMatchObject({ cancel: 0, retry: 1, clear: 1 })
  expect(await harness.run(cancelSelected({ where: labeled("clip"), status: "failed" }))).toBe(1)
  expect(await states()).toEqual([0, 1, 2, 5, 4, 5])
  expect(await harness.run(retrySelected({ targetId: "v4" }))).toBe(1)
  expect(await harness.run(retrySelected({ status: "cancelled" }))).toBe(2)
  expect(await harness.run(clearSelected({ targetType: "video" }))).toBe(1)
  expect(await states()).toEqual([0, 1, 0, 0, 0])
})

test("cancels and retries ten thousand runs, but no runs queued after the preview", async () => {
  await harness.enqueue(Array.from({ length: 10_000 }, (_, n) => labelled(n % 2 === 0 ? "even" : "odd", n)))
  const { upTo, ...counts } = await preview({ where: labeled("even") })
  expect(counts).toEqual({ cancel: 5_000, retry: 0, clear: 0 })
  await harness.enqueue([labelled("even, but later")])
  const selection = { where: labeled("even"), ...(upTo === null ? {} : { upTo }) }
  // Two users cancel the same runs at the same time. No run may be counted twice.
  const [one, other] = await Promise.all([
    harness.run(cancelSelected(selection)),
    harness.run(cancelSelected(selection))
  ])
  expect(one + other).toBe(5_000)
  expect(await preview({ where: labeled("even") })).toMatchObject({ cancel: 1 })
  await harness.rows("update jobs set state = 4 where state = 5")
  expect(await harness.run(retrySelected({ where: labeled("even") }))).toBe(5_000)
})

test("completes a bulk retry even if an unfinished duplicate blocks one run", async () => {
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  await harness.rows("update jobs set state = 4")
  await harness.enqueue([item("preview", 1, { dedupeKey: "k" })])
  expect(await preview({})).toMatchObject({ retry: 1 })
  expect(await harness.run(retrySelected({}))).toBe(0)
})
