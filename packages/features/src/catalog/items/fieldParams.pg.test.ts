import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { itemFieldTable } from "../filters/itemFields.ts"
import { AnyItemSort } from "./contract.ts"
import { readSortText } from "./sortText.ts"
import * as Schema from "effect/Schema"

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const [open, other] = [await makeLibrary(server), await makeLibrary(server, { name: "Other, and more" })]
  for (let n = 0; n < 12; n += 1) {
    const id = await makeItem(server, {
      libraryId: n < 8 ? open : other,
      title: `${n % 2 === 0 ? "Alien" : "Romulus"} ${n}`,
      isMissing: n === 3
    })
    await server.rows(
      "update items set duration = $2, width = $3, height = $4, date = $5, size_bytes = $6 where id = $1",
      [
        id,
        n * 60,
        n % 3 === 0 ? 3840 : 1280,
        n % 3 === 0 ? 2160 : 720,
        n === 5 ? null : `20${10 + n}`,
        n * 1_000
      ]
    )
    await server.rows(
      "insert into video_facts (item_id, video_codec) values ($1, $2) on conflict (item_id) do update set video_codec = $2",
      [id, n % 2 === 0 ? "hevc" : "h264"]
    )
    if (n === 4) await server.request("PUT", `/api/videos/${id}/watched`, { token })
    if (n < 4) await server.request("PUT", `/api/videos/${id}/rating`, { token, body: { rating: n * 20 } })
  }
})
afterAll(() => server.stop())

const titles = async (query: string, path = "/api/videos") => {
  const { json, status } = await server.get(`${path}?perPage=100&sort=title&order=asc&${query}`, token)
  return { status, titles: json.data?.items.map(({ title }: { title: string }) => title), error: json.error }
}

describe("a list filtered by field parameters", () => {
  it.each([
    ["duration=60..300", "duration:60..300"],
    ["duration=..2m", "duration:..2m"],
    ["durationMin=120&durationMax=300", "duration:120..300"],
    ["library=Other%2C+and+more", null],
    ["library=Library", "library:Library"],
    ["resolution=4k", "resolution:4k"],
    ["resolution=1080p,4k", "resolution:(1080p, 4k)"],
    ["resolution=1080p..", "resolution>=1080p"],
    ["status=missing,failed", "status:(missing, failed)"],
    ["title=alien", "title:alien"],
    ["title=alien&title=1", "title:alien title:1"],
    ["codec=hevc", "codec:hevc"],
    ["videoCodec=hevc", "codec:hevc"],
    ["date=2012..2015", "date:2012..2015"],
    ["date=*", "date:*"],
    ["size=3kB..", "size>=3kB"],
    ["rating=40..", "rating>=40"],
    ["isMissing=true", "is:missing"],
    ["type=video,movie", "type:(video, movie)"],
    ["added=1d&duration=..5m&q=romulus", "added:1d duration:..5m romulus"],
    ["yearFrom=2012&yearTo=2014", "year:2012..2014"],
    ["yearTo=2014", "year<=2014"],
    ["unwatched=true", "is:unwatched"],
    ["unwatched=false", "is:watched"],
    ["unwatched=true&isWatched=false", "is:unwatched"],
    ["author=anyone", "author:anyone"]
  ])("returns the same items for %s as for the equivalent query", async (query, q) => {
    const found = await titles(query)
    expect(found.status).toBe(200)
    if (q === null) return
    expect(found.titles).toEqual((await titles(`q=${encodeURIComponent(q)}`)).titles)
    if (!query.startsWith("author")) expect(found.titles.length).toBeGreaterThan(0)
    expect(found.titles.length).toBeLessThan(query.startsWith("type") ? 13 : 12)
  })

  it.each([
    "duration=long",
    "resolution=huge",
    "duration=1+OR+is:favorite",
    "date=2012-13",
    "isHdr=maybe&size=x",
    "yearFrom=soon",
    "yearTo=2010..2012",
    "unwatched=maybe",
    "rating=4..x"
  ])("rejects %s and returns the parameter's name", async (query) => {
    const { error, status } = await titles(query)
    expect([status, error.code]).toEqual([400, "validation"])
    expect(query).toContain(error.fields[0].path)
  })

  it("is empty if parameters contradict each other", async () => {
    expect((await titles("unwatched=true&isWatched=true")).titles).toEqual([])
    expect((await titles("yearFrom=2014&yearTo=2012")).titles).toEqual([])
  })

  it("ignores unknown parameters", async () => {
    expect((await titles("nonsense=1")).titles).toHaveLength(12)
  })

  it("describes its parameters in the OpenAPI document", async () => {
    const { json } = await server.get("/api/openapi.json", token)
    type Parameters = ReadonlyArray<{ name: string; description?: string }>
    const parametersOf = (path: string) => json.paths[path].get.parameters as Parameters
    const parameters = parametersOf("/api/videos")
    const names = parameters.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining(["q", "durationMin", "resolution", "duration", "codec", "added"])
    )
    expect(names).not.toContain("author")
    expect(parameters.find(({ name }) => name === "duration")?.description).toContain("from..to")
    for (const list of ["movies", "series", "episodes"])
      expect(
        parametersOf(`/api/video/${list}`).map(({ name }) => name),
        list
      ).toEqual(expect.arrayContaining(["yearFrom", "yearTo", "contentRating", "unwatched"]))
    expect(parametersOf("/api/video/movies").map(({ name }) => name)).toContain("setName")
  })
})

it("accepts the field names of the query language as sort orders", () => {
  const isOrder = Schema.is(AnyItemSort)
  for (const field of itemFieldTable().fields.filter(({ sortable }) => sortable)) {
    expect(isOrder(field.name), field.name).toBe(true)
    expect(readSortText(field.text), field.text).toEqual([{ sort: field.name, order: "asc" }])
  }
})
