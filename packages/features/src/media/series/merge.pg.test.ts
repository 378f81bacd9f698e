import { rebuildAll } from "@media/event-store/Rebuild"
import { oshash } from "@media/media-tools/hashes/Oshash"
import { openLibrary, writeTree } from "@media/testkit/Library"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { classifyLibrary } from "./classifyLibrary.ts"

// Merges series that have two names, scans again, and undoes the merges.

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
let member = ""
let folder = ""
let library: Awaited<ReturnType<typeof openLibrary>>
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const send = (method: string, target: string, body?: unknown, as = token) =>
  server.request(method, target, { token: as, ...(body === undefined ? {} : { body }) })
const write = (...names: ReadonlyArray<string>) =>
  writeTree(folder, Object.fromEntries(names.map((name) => [name, `Enough bytes of ${name} to differ.`])))
const classify = () => server.run(classifyLibrary(library.id, () => Effect.void))
/** Stores the hash that a probe would compute. Scans recognize moved files by this hash. */
const fingerprint = async () => {
  const rows = await server.rows(
    "select item_id, path from item_files where oshash is null and is_present and not is_folder"
  )
  for (const { item_id, path } of rows)
    await server.rows("update item_files set oshash = ('x' || $1)::bit(64)::bigint where item_id = $2", [
      await oshash(join(folder, path!)),
      item_id
    ])
}
const scan = async () => {
  await library.scan()
  await fingerprint()
  await classify()
}
const events = async () => Number((await server.rows("select count(*) as n from events"))[0]!["n"])
const allSeries = async (as = token): Promise<ReadonlyArray<Json>> =>
  (await data("/api/video/series?sort=title&order=asc&perPage=100", as)).items
const one = async (title: string): Promise<Json> => {
  const found = (await allSeries()).find((each) => each.title === title)
  return found === undefined ? undefined : data(`/api/video/series/${found.id}`)
}
const episodes = async (): Promise<ReadonlyArray<string>> =>
  (await data("/api/video/episodes?perPage=100")).items
    .map(({ episode, season, series, title }: Json) => `${series.title} ${season}x${episode} ${title}`)
    .toSorted()
const episodeId = async (title: string): Promise<string> =>
  (await data("/api/video/episodes?perPage=100")).items.find((each: Json) => each.title === title).id
const seasonOf = async (title: string, number: number): Promise<string> =>
  (await one(title)).seasons.find((season: Json) => season.number === number).id
const merge = async (from: string, into: string) => {
  const { json, status } = await send("POST", `/api/video/series/${from}/merge`, { into })
  expect(status).toBe(200)
  await classify()
  return json.data
}
const undo = async (batchId: string) => {
  const { json, status } = await send("POST", "/api/history/undo", { batchId })
  expect([status, json.data.skipped]).toEqual([200, []])
  await classify()
  return json.data.batchId as string
}
/**
 * Returns everything that users see of the series, seasons and episodes, so that the states before and after an undo
 * can be compared.
 */
const everything = async () => ({
  series: await Promise.all(
    (await allSeries()).map(async ({ id }) => {
      const { editVersion: _, updatedAt: _at, ...series } = await data(`/api/video/series/${id}`)
      return series
    })
  ),
  episodes: await episodes(),
  ofMember: (await allSeries(member)).map(({ title, userState }) => [title, userState])
})

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  folder = join(server.media, "shows")
  write(
    "The Office/Season 1/The Office - S01E01 - Pilot.mkv",
    "The Office/Season 1/The Office - S01E02 - Diversity Day.mkv",
    "Office, The (2005)/Season 1/Office - S01E02 - Diversity.mkv",
    "Office, The (2005)/Season 1/Office - S01E03 - Health Care.mkv",
    "Office, The (2005)/Season 2/Office - S02E01 - The Dundies.mkv",
    "Fargo/Season 1/Fargo - S01E01 - The Dilemma.mkv"
  )
  library = await openLibrary(server, [folder])
  await scan()
  member = (await server.account({ username: "mia", libraryIds: [library.id] } as never)).token
})
afterAll(() => server.stop())

const loser = "Office, The"
const winner = "The Office"

describe("a merge of two series", () => {
  let before: Awaited<ReturnType<typeof everything>>
  let batchId = ""

  it("moves episodes and merges seasons and episodes with equal numbers", async () => {
    const [from, into] = [await one(loser), await one(winner)]
    await send("PATCH", `/api/video/series/${from.id}`, { details: "An office.", tags: ["Comedy"] })
    await send("PATCH", `/api/video/series/${into.id}`, { originalTitle: "The Office US" })
    await send("PATCH", `/api/video/series/${from.id}`, { originalTitle: "Not this one" })
    await send("PUT", `/api/video/series/${from.id}/favorite`, undefined, member)
    await send("PUT", `/api/video/series/${from.id}/rating`, { rating: 80 }, member)
    await send("PUT", `/api/video/series/${into.id}/rating`, { rating: 40 })
    await send("PUT", `/api/video/series/${from.id}/rating`, { rating: 90 })
    await send("PUT", `/api/video/seasons/${await seasonOf(loser, 2)}/rating`, { rating: 70 })
    for (const title of ["Diversity", "Health Care"])
      await send("PUT", `/api/videos/${await episodeId(title)}/watched`, undefined, member)
    before = await everything()

    const dry = await send("POST", `/api/video/series/${from.id}/merge`, { into: into.id, dryRun: true })
    expect(dry.json.data).toEqual({ seasons: 2, episodes: 3, versions: 1, batchId: null })
    expect(await everything()).toEqual(before)

    const { batchId: batch, ...counts } = await merge(from.id, into.id)
    batchId = batch
    expect(counts).toEqual({ seasons: 2, episodes: 3, versions: 1 })
    expect(await one(loser)).toBeUndefined()
    expect((await server.get(`/api/video/series/${from.id}`, token)).status).toBe(404)
    expect(await episodes()).toEqual([
      "Fargo 1x1 The Dilemma",
      "The Office 1x1 Pilot",
      "The Office 1x2 Diversity Day",
      "The Office 1x3 Health Care",
      "The Office 2x1 The Dundies"
    ])
    expect(await one(winner)).toMatchObject({
      ...{ id: into.id, title: winner, details: "An office.", originalTitle: "The Office US" },
      ...{ tags: [{ name: "Comedy" }], userState: { rating: 40 } },
      seasons: [
        { number: 1, episodeCount: 3 },
        { number: 2, episodeCount: 1 }
      ]
    })
    expect((await data(`/api/video/seasons/${await seasonOf(winner, 2)}`)).userState.rating).toBe(70)
    expect(await data(`/api/video/series/${into.id}`, member)).toMatchObject({
      userState: { rating: 80, isFavorite: true },
      totals: { watched: 2 }
    })
  })

  it("keeps series merged after scans, new files and renamed folders", async () => {
    const count = await events()
    await scan()
    expect(await events()).toBe(count)
    const { id } = await one(winner)
    write("Office, The (2005)/Season 2/Office - S02E02 - Sexual Harassment.mkv")
    await scan()
    expect(await one(winner)).toMatchObject({ id, totals: { episodes: 5 } })
    renameSync(join(folder, "Office, The (2005)"), join(folder, "Office US"))
    await scan()
    expect((await allSeries()).map(({ title }) => title)).toEqual(["Fargo", winner])
    renameSync(join(folder, "Office US"), join(folder, "Office, The (2005)"))
    await scan()
    renameSync(join(folder, "The Office"), join(folder, "The Workplace"))
    await scan()
    expect((await allSeries()).map(({ title }) => title)).toEqual(["Fargo", "The Workplace"])
    expect(await one("The Workplace")).toMatchObject({ id, seasons: [{ number: 1 }, { number: 2 }] })
    renameSync(join(folder, "The Workplace"), join(folder, "The Office"))
    renameSync(
      join(folder, "Office, The (2005)/Season 2/Office - S02E02 - Sexual Harassment.mkv"),
      join(folder, "Office, The (2005)/Season 2/trash.txt")
    )
    await scan()
    expect((await allSeries()).map(({ title }) => title)).toEqual(["Fargo", winner])
  })

  it("rebuilds an identical merged series from the event log", async () => {
    const state = await everything()
    const tables = ["series_merges", "series_facts", "season_facts", "video_episodes"]
    const rows = () => Promise.all(tables.map((table) => server.rows(`select * from ${table} order by 1`)))
    const live = await rows()
    await server.run(rebuildAll({ replace: true }))
    expect(await rows()).toEqual(live)
    expect(await everything()).toEqual(state)
  })

  it("undoes and redoes a merge", async () => {
    const again = await undo(batchId)
    const after = await everything()
    expect(after.episodes.filter((text) => !text.includes("Harassment"))).toEqual(before.episodes)
    expect(after.ofMember).toEqual(before.ofMember)
    const known = (all: Awaited<ReturnType<typeof everything>>) =>
      all.series.map(
        ({ details, externalIds, id, originalTitle, seasons, tags, title, userState, year }) => ({
          ...{ details, externalIds, id, originalTitle, tags, title, userState, year },
          seasons: seasons.map((season: Json) => [season.id, season.number, season.episodeCount])
        })
      )
    expect(known(after)).toEqual(known(before))
    await undo(again)
    expect(await one(loser)).toBeUndefined()
    expect(await one(winner)).toMatchObject({ details: "An office.", totals: { episodes: 4 } })
  })
})

it("rejects merges that are invalid or requested by a member", async () => {
  const [office, fargo] = [await one(winner), await one("Fargo")]
  const tried = async (id: string, into: string, as = token) =>
    (await send("POST", `/api/video/series/${id}/merge`, { into }, as)).status
  expect(await tried(fargo.id, fargo.id)).toBe(400)
  expect(await tried(fargo.id, "01900000-0000-7000-8000-00000000dead")).toBe(400)
  expect(await tried("01900000-0000-7000-8000-00000000dead", fargo.id)).toBe(404)
  expect(await tried(fargo.id, office.id, member)).toBe(403)
})

it("undoes chained merges completely, in random combinations", async () => {
  write(
    ...["A", "B", "C"].flatMap((name, index) =>
      [1, 2].map((episode) => `Show ${name}/Season ${1 + index}/Show ${name} - S01E0${episode + index}.mkv`)
    )
  )
  await scan()
  const before = await everything()
  let seed = 7
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  for (let round = 0; round < 3; round += 1) {
    const batches: Array<string> = []
    for (let step = 0; step < 3; step += 1) {
      const shown = await allSeries()
      const from = shown[random(shown.length)]
      const others = shown.filter(({ id }) => id !== from.id)
      const { batchId } = await merge(from.id, others[random(others.length)].id)
      batches.push(batchId)
      expect((await allSeries()).length).toBe(shown.length - 1)
    }
    for (const batchId of batches.toReversed()) await undo(batchId)
    expect((await everything()).episodes).toEqual(before.episodes)
    expect((await allSeries()).map(({ episodeCount, id, title }) => [id, title, episodeCount])).toEqual(
      before.series.map(({ episodeCount, id, title }) => [id, title, episodeCount])
    )
  }
})
