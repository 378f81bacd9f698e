import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { resolutions } from "./resolution.ts"

let server: TestServer
let admin: string
let member: string

/**
 * Resolution, width, height and duration in minutes of each video. The tests of the web app use the same sizes to check
 * that its resolution names agree.
 */
const videos = [
  ["4k", 3_840, 1_600, 100],
  ["4k", 2_160, 3_840, 5],
  ["1440p", 2_560, 1_440, 50],
  ["1080p", 1_920, 800, 90],
  ["1080p", 1_440, 1_080, 10],
  ["720p", 1_280, 536, 95],
  ["sd", 720, 576, 30],
  ["sd", 256, 144, 1]
] as const

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  const [open, closed] = [await makeLibrary(server), await makeLibrary(server, { name: "Closed" })]
  for (const [index, [, width, height, minutes]] of videos.entries()) {
    const id = await makeItem(server, { libraryId: index % 2 === 0 ? open : closed, title: `Video ${index}` })
    await server.rows("update items set width = $2, height = $3, duration = $4 where id = $1", [
      id,
      width,
      height,
      minutes * 60
    ])
  }
  await makeItem(server, { libraryId: open, title: "Unknown" })
  member = (await server.account({ username: "member", role: "member", libraryIds: [open] })).token
})
afterAll(() => server.stop())

const ask = async (query: string, token = admin) => {
  const { json, status } = await server.get(`/api/videos?sort=title&order=asc&${query}`, token)
  const titles = (json.data?.items as ReadonlyArray<{ title: string }> | undefined)?.map(({ title }) => title)
  return { status, total: json.data?.total as number | undefined, titles }
}
const titled = (fits: (video: (typeof videos)[number], index: number) => boolean) =>
  videos.flatMap((video, index) => (fits(video, index) ? [`Video ${index}`] : []))

describe("filtering videos", () => {
  it.each(resolutions)("filters by the resolution %s", async (resolution) => {
    const all = titled(([name]) => name === resolution)
    expect(await ask(`resolution=${resolution}`)).toEqual({ status: 200, total: all.length, titles: all })
    const own = titled(([name], index) => name === resolution && index % 2 === 0)
    expect(await ask(`resolution=${resolution}`, member)).toMatchObject({ total: own.length, titles: own })
  })

  it("filters by minimum and maximum duration, both inclusive", async () => {
    expect((await ask("durationMin=5400")).titles).toEqual(titled(([, , , minutes]) => minutes >= 90))
    expect((await ask("durationMin=300&durationMax=3000")).titles).toEqual(
      titled(([, , , minutes]) => minutes >= 5 && minutes <= 50)
    )
    expect((await ask("durationMin=5400&resolution=4k")).titles).toEqual(["Video 0"])
    expect((await ask("durationMin=5400&q=video+3")).titles).toEqual(["Video 3"])
    expect((await ask("durationMin=5400&isFavorite=false&isWatched=false")).total).toBe(3)
    expect((await ask("durationMin=9000")).total).toBe(0)
    expect((await ask("durationMax=5400&perPage=2&page=2")).titles).toEqual(["Video 3", "Video 4"])
  })

  it("sorts by resolution, with unknown resolutions last", async () => {
    const { json } = await server.get("/api/videos?sort=resolution&order=desc", admin)
    const titles = (json.data.items as ReadonlyArray<{ title: string }>).map(({ title }) => title)
    const nameOf = (title: string) => videos[Number(title.slice(5))]?.[0]
    expect(titles.map(nameOf)).toEqual([...videos.map(([name]) => name), undefined])
  })

  it("rejects invalid values", async () => {
    for (const wrong of ["resolution=8k", "durationMin=-1", "durationMax=soon", "durationMin=NaN"])
      expect((await ask(wrong)).status).toBe(400)
    expect((await server.get("/api/images?sort=resolution", admin)).status).toBe(400)
  })
})

it("applies the filters of a list to the items of a bulk edit", async () => {
  const body = (filter: object) => ({
    filter: { kind: "video", ...filter },
    dryRun: true,
    changes: { isFavorite: { set: true } }
  })
  const count = async (filter: object) =>
    (await server.request("PATCH", "/api/items", { token: admin, body: body(filter) })).json.data?.matched
  expect(await count({ resolution: "4k" })).toBe(2)
  expect(await count({ durationMin: 5_400, resolution: "1080p" })).toBe(1)
  expect(await count({ sort: "rating" })).toBe(0)
})

describe("the query in q", () => {
  const query = (text: string, token?: string) => ask(`q=${encodeURIComponent(text)}`, token)

  it("filters a list by conditions", async () => {
    const long = titled(([, , , minutes]) => minutes >= 90)
    expect(await query("duration>=1h30m")).toEqual({ status: 200, total: long.length, titles: long })
    const own = titled(([, , , minutes], index) => minutes >= 90 && index % 2 === 0)
    expect(await query("duration>=1h30m", member)).toEqual({ status: 200, total: own.length, titles: own })
    expect((await query("resolution>=1440p video")).titles).toEqual(["Video 0", "Video 1", "Video 2"])
    expect((await query("(resolution:sd OR resolution:720p) -duration<30m")).titles).toEqual([
      "Video 5",
      "Video 6"
    ])
    expect((await query("no:resolution")).titles).toEqual(["Unknown"])
    expect((await query("library:Closed", member)).total).toBe(0)
    expect((await query("library:closed")).total).toBe(4)
  })

  it("sorts the list and searches for plain words", async () => {
    expect((await query("resolution:4k sort:-title")).titles).toEqual(["Video 1", "Video 0"])
    expect((await query("video 3")).titles).toEqual(["Video 3"])
    expect((await query("Video: nothing")).status).toBe(200)
  })

  it("returns 400 with the position, expected values and a suggestion for each error", async () => {
    const { json, status } = await server.get(
      `/api/videos?q=${encodeURIComponent("durration>1h resolution:big")}`,
      admin
    )
    expect(status).toBe(400)
    expect(json.error).toMatchObject({
      code: "validation",
      message: 'Unknown field "durration". Did you mean "duration"?',
      details: [
        { position: 0, length: 9, suggestion: "duration" },
        { position: 24, length: 3, expected: [...resolutions].reverse() }
      ]
    })
    expect((await query("limit:5")).status).toBe(400)
  })
})
