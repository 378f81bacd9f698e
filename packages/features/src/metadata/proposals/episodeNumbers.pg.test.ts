import { Egress } from "@media/egress/Egress"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { classifyLibrary } from "../../media/series/classifyLibrary.ts"
import { applyProposal } from "./apply.ts"
import { propose } from "./propose.ts"

// These tests accept the season and the number of an episode, and check that scans keep both numbers.

let server: TestServer
let token = ""
let library: Awaited<ReturnType<typeof openLibrary>>

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const send = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await server.request(method, `/api/${path}`, {
    token,
    ...(body === undefined ? {} : { body })
  })
  return { status: answer.status, ...answer.json }
}
const get = async (path: string): Promise<Json> => (await send("GET", path)).data
const scan = async () => {
  await library.scan()
  await server.run(classifyLibrary(library.id, () => Effect.void))
}
const idOf = async (title: string): Promise<string> =>
  (await get("video/episodes?perPage=100")).items.find((each: Json) => each.title === title).id
const numbersOf = async (id: string) => {
  const { airDate, episode, episodeEnd, season } = await get(`videos/${id}/classification`)
  return { season, episode, episodeEnd, airDate }
}
const offer = (id: string, fields: Record<string, string>) =>
  server.run(
    propose({
      source: { kind: "scraper", id: "fake", name: "Fake DB" },
      target: { kind: "video", id },
      ...{ action: "sceneByURL", matchType: "url", confidence: 90 },
      scraped: { fields, urls: [], relations: {} }
    })
  )
const accept = async (id: string, proposal: string, more: object = {}) => {
  const body = { scrapeResultId: proposal, ...more }
  const { data, status } = await send("POST", `video/episodes/${id}/accept-scrape`, body)
  expect(status).toBe(200)
  await server.run(
    applyProposal(proposal, { log: () => Effect.void, progress: () => Effect.void }).pipe(
      Effect.provideService(Egress, Egress.of({} as never))
    ) as Effect.Effect<Json, never, never>
  )
  return data.changeId as string
}

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const folder = join(server.media, "films")
  const names = ["S01E01 - One", "S01E02 - Two", "S01E03-E04 - Three"]
  writeTree(
    folder,
    Object.fromEntries(
      names.map((name) => [`Harbor/Season 1/Harbor - ${name}.mkv`, `Enough bytes of ${name} for a file.`])
    )
  )
  library = await openLibrary(server, [folder])
  await scan()
})
afterAll(() => server.stop())

it("keeps reviewed numbers through scans until the review is undone", async () => {
  const id = await idOf("Two")
  const before = { season: 1, episode: 2, episodeEnd: null, airDate: null }
  expect(await numbersOf(id)).toEqual(before)
  const proposal = await offer(id, { Season: "2", Episode: "7", Date: "2020-02-03" })
  expect((await get(`proposals/${proposal}`)).diff).toMatchObject([
    { field: "date" },
    { field: "season", current: 1, currentSource: "name", proposed: 2, isLocked: false },
    { field: "episode", current: 2, currentSource: "name", proposed: 7, isLocked: false }
  ])
  const batchId = await accept(id, proposal)
  const again = await offer(id, { Season: "3", Episode: "7" })
  expect((await get(`proposals/${again}`)).diff).toMatchObject([
    { field: "season", current: 2, currentSource: "scrape", proposed: 3 }
  ])
  for (const _ of [1, 2]) {
    await scan()
    expect(await numbersOf(id)).toEqual({ season: 2, episode: 7, episodeEnd: null, airDate: "2020-02-03" })
  }
  const [{ id: series }] = (await get("video/series")).items
  expect((await get(`video/series/${series}`)).seasons.map(({ number }: Json) => number)).toEqual([1, 2])

  expect(await send("POST", "history/undo", { batchId })).toMatchObject({
    status: 200,
    data: { skipped: [] }
  })
  await scan()
  expect(await numbersOf(id)).toEqual(before)
})

it("moves an episode to another season", async () => {
  const id = await idOf("One")
  await accept(id, await offer(id, { Season: "5", Episode: "1" }))
  await scan()
  expect((await numbersOf(id)).season).toBe(5)
})

it("discards reviewed numbers when the classification by name is restored", async () => {
  const id = await idOf("One")
  expect((await send("PUT", `videos/${id}/classification`, null as never)).status).toBe(200)
  await scan()
  expect((await numbersOf(id)).season).toBe(1)
})

it("accepts a single number and removes the range that came from the file name", async () => {
  const id = await idOf("Three")
  const proposal = await offer(id, { Season: "4", Episode: "9" })
  await accept(id, proposal, { fields: ["episode"] })
  await scan()
  expect(await numbersOf(id)).toMatchObject({ season: 1, episode: 9, episodeEnd: null })
})

it("rejects numbers that are not integers", async () => {
  const id = await idOf("Three")
  const proposal = await offer(id, { Season: "4" })
  for (const values of [{ season: 1.5 }, { season: "two" }, { episode: -1 }])
    expect(
      (await send("POST", `video/episodes/${id}/accept-scrape`, { scrapeResultId: proposal, values })).status
    ).toBe(400)
})

it("keeps numbers that a user set and reports them as locked", async () => {
  const id = await idOf("Three")
  await send("PATCH", `video/episodes/${id}`, { episode: 11 })
  const proposal = await offer(id, { Episode: "8" })
  expect((await get(`proposals/${proposal}`)).diff).toMatchObject([
    { field: "episode", current: 11, currentSource: "user", proposed: 8, isLocked: true }
  ])
  await accept(id, proposal)
  expect((await get(`proposals/${proposal}`)).outcome.kept).toEqual(["episode"])
  await scan()
  expect((await numbersOf(id)).episode).toBe(11)
})

it("replaces numbers that a user set if the reviewer selects them, and restores them on undo", async () => {
  const id = await idOf("Three")
  await send("PATCH", `video/episodes/${id}`, { season: 1, episode: 11, episodeEnd: 12 })
  await scan()
  const before = { season: 1, episode: 11, episodeEnd: 12, airDate: null }
  expect(await numbersOf(id)).toEqual(before)
  const proposal = await offer(id, { Season: "6", Episode: "8", Date: "2021-02-03" })
  const batchId = await accept(id, proposal, { fields: ["episode"] })
  expect((await get(`proposals/${proposal}`)).outcome.kept).toEqual([])
  for (const _ of [1, 2]) {
    await scan()
    expect(await numbersOf(id)).toEqual({ ...before, episode: 8, episodeEnd: null })
  }
  expect(await get(`videos/${id}/classification`)).toMatchObject({ isByHand: true })
  const again = await offer(id, { Episode: "9" })
  expect((await get(`proposals/${again}`)).diff).toMatchObject([
    { field: "episode", current: 8, currentSource: "user", isLocked: true, proposed: 9 }
  ])
  const events = await server.rows(
    "select data->>'ref' as ref from events where stream_id = $1 and type = 'video.renumbered.v1'",
    [id]
  )
  expect(events).toEqual([{ ref: proposal }])
  expect((await send("POST", "history/undo", { batchId })).data).toMatchObject({ undone: 1, skipped: [] })
  expect(await numbersOf(id)).toEqual(before)
  await scan()
  expect(await numbersOf(id)).toEqual(before)
})

it("moves a manually numbered episode to the selected season", async () => {
  const id = await idOf("Three")
  const proposal = await offer(id, { Season: "6", Episode: "8", Date: "2021-02-03" })
  await accept(id, proposal, { fields: ["season", "date"], values: { episode: 21 } })
  await scan()
  expect(await numbersOf(id)).toEqual({ season: 6, episode: 21, episodeEnd: null, airDate: "2021-02-03" })
  const [{ id: series }] = (await get("video/series")).items
  expect((await get(`video/series/${series}`)).seasons.map(({ number }: Json) => number)).toContain(6)
})

it("keeps numbers that a user set after the review, even when the review is undone", async () => {
  const id = await idOf("Three")
  const batchId = await accept(id, await offer(id, { Episode: "30" }), { fields: ["episode"] })
  await send("PATCH", `video/episodes/${id}`, { episode: 31 })
  expect((await numbersOf(id)).episode).toBe(31)
  const { data } = await send("POST", "history/undo", { batchId })
  expect(data.skipped).toMatchObject([{ field: "episode" }])
  await scan()
  expect((await numbersOf(id)).episode).toBe(31)
})
