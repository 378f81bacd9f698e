import { openLibrary, writeTree, administrator } from "@media/testkit/Library"
import { startStore } from "@media/testkit/TestServer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { listVideos } from "./queries.ts"

let store: Awaited<ReturnType<typeof startStore>>
const folder = mkdtempSync(join(tmpdir(), "media-search-"))
beforeAll(async () => {
  store = await startStore()
})
afterAll(async () => {
  await store.stop()
  rmSync(folder, { recursive: true })
})

const found = async (words: string) => {
  const filter = { words, sort: "title", order: "asc", page: 1, perPage: 40 } as const
  const { items, total } = await store.run(listVideos(administrator, filter))
  expect(total).toBe(items.length)
  return items.map(({ title }) => title.normalize("NFC"))
}

it("finds titles in any Unicode normal form and case", async () => {
  const names = ["Café Ä", "CAFÉ Straße", "Ångström", "한국 영화", "Việt Nam", "ΟΔΟΣ Ω", "100% _wild_"]
  // Each name is used twice: in Unicode form NFC, and in NFD, as macOS writes file names.
  const files = names.flatMap((name) => [name.normalize("NFC"), `${name.normalize("NFD")} 2`])
  writeTree(folder, Object.fromEntries(files.map((name, n) => [`${name}.mp4`, `video ${n}`])))
  const library = await openLibrary(store, [folder])
  await library.scan()
  const pairs: ReadonlyArray<readonly [string, number]> = [
    ["Café", 4],
    ["cafÉ", 4],
    ["ångström", 2],
    ["\u212bngström", 2],
    ["한국", 2],
    ["việt NAM", 2],
    ["Cafe\u0301 straSSe", 0],
    ["straße", 2],
    ["cafe", 0],
    ["ΟΔΟΣ", 2],
    ["οδοσ", 2],
    ["%", 2],
    ["_wild_", 2],
    ["\\", 0]
  ]
  for (const [q, count] of pairs) {
    for (const form of ["NFC", "NFD"])
      expect([q, form, (await found(q.normalize(form))).length]).toEqual([q, form, count])
  }
})

it("finds only videos that contain all words of the query", async () => {
  const root = mkdtempSync(join(tmpdir(), "media-search-"))
  writeTree(root, { "One 2 three 4 five 6 seven 8 Nine_9 ten.mp4": "film" })
  await (await openLibrary(store, [root], { name: "Many words" })).scan()
  rmSync(root, { recursive: true })
  expect(await found("one 2 three 4 five 6 seven 8 NINE_9 ten")).toHaveLength(1)
  expect(await found("one 2 three 4 five 6 seven 8 nine_9 eleven")).toEqual([])
  expect(await found("one 2 three 4 five 6 seven 8 nine%9")).toEqual([])
})

it("starts each page of search results where the previous page ended", async () => {
  const pages = async (order: "asc" | "desc") => {
    const ids: Array<string> = []
    for (const [index, length] of [3, 1, 0].entries()) {
      const filter = { words: "café", sort: "title", order, page: index + 1, perPage: 3 } as const
      const { items, total } = await store.run(listVideos(administrator, filter))
      expect([total, items.length]).toEqual([4, length])
      ids.push(...items.map(({ id }) => id))
    }
    return ids
  }
  const forwards = await pages("asc")
  expect(new Set(forwards).size).toBe(4)
  expect(await pages("desc")).toEqual(forwards.toReversed())
})
