import { seeded } from "@media/jobs/testing/Random"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { differingFactCounts } from "@media/testkit/seed/FactCounts"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import pg from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import { itemFieldTable } from "./itemFields.ts"

let server: TestServer
let token: string
const libraries: Array<string> = []
const videos: Array<string> = []

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  for (const name of ["One", "Two"]) libraries.push(await makeLibrary(server, { name }))
  for (let n = 0; n < 12; n += 1)
    videos.push(await makeItem(server, { libraryId: libraries[n % 2]!, title: `Video ${n}` }))
})
afterAll(() => server.stop())

const upsert = `insert into video_facts (item_id, container, video_codec) values ($1, $2, $3)
  on conflict (item_id) do update set container = excluded.container, video_codec = excluded.video_codec`

it("counts the values of every listed field", async () => {
  const listed = itemFieldTable().fields.flatMap(({ source }) =>
    source.from === "facts" && source.listed !== undefined ? [`${source.table}.${source.listed}`] : []
  )
  const counted = await server.rows("select table_name || '.' || column_name as field from counted_facts")
  expect(counted.map(({ field }) => String(field)).toSorted()).toEqual(listed.toSorted())
})

it("keeps the counts exact when an item's codec, library or NSFW flag changes", async () => {
  const { oneOf: one } = seeded(7)
  const steps: ReadonlyArray<() => Promise<unknown>> = [
    () => server.rows(upsert, [one(videos), one(["mp4", "mkv", null]), one(["h264", "hevc", null])]),
    () => server.rows("delete from video_facts where item_id = $1", [one(videos)]),
    () => server.rows("update video_facts set playback_failure = 'x'"),
    () => server.rows("update video_facts set container = $1 where container = $2", ["mp4", "mkv"]),
    () => server.rows("update items set is_nsfw = not is_nsfw where id = $1", [one(videos)]),
    () => server.rows("update items set library_id = $1 where id = $2", [one(libraries), one(videos)]),
    () => server.rows("update items set status = 'missing'"),
    () =>
      server.rows(
        `with gone as (delete from items where id = $1 returning *) insert into items select * from gone`,
        [one(videos)]
      )
  ]
  for (let n = 0; n < 150; n += 1) {
    await one(steps)()
    expect([n, await differingFactCounts(server)]).toEqual([n, []])
  }
  await server.rows("truncate video_facts")
  expect(await differingFactCounts(server)).toEqual([])
})

it("counts a value in the item's new library if the item is moved concurrently", async () => {
  const [id] = videos as [string]
  const [moving, writing] = [new pg.Client(server.url), new pg.Client(server.url)]
  await Promise.all([moving.connect(), writing.connect()])
  try {
    await moving.query("begin")
    await moving.query("update items set library_id = $1, is_nsfw = true where id = $2", [libraries[1], id])
    const written = writing.query(upsert, [id, "webm", "vp9"])
    await moving.query("commit")
    await written
    expect(await differingFactCounts(server)).toEqual([])

    await writing.query("begin")
    await writing.query(upsert, [id, "avi", "mpeg4"])
    const moved = moving.query("update items set library_id = $1 where id = $2", [libraries[0], id])
    await writing.query("commit")
    await moved
    expect(await differingFactCounts(server)).toEqual([])
  } finally {
    await Promise.all([moving.end(), writing.end()])
  }
})

it("counts only the items that each account may see", async () => {
  await server.rows("update items set is_nsfw = (id = $1)", [videos[0]])
  await server.rows("update items set library_id = $1 where id = $2", [libraries[0], videos[0]])
  for (const id of videos) await server.rows(upsert, [id, "mkv", id === videos[0] ? "secret" : "common"])
  const suggested = async (q: string, as: string): Promise<unknown> =>
    (await server.get(`/api/suggest?field=codec&q=${q}`, as)).json.data
  expect(await suggested("secret", token)).toEqual([{ value: "secret", label: "secret", count: 1 }])

  const libraryIds = [libraries[0]!]
  const member = await server.account({ username: "member", allowNsfw: false, libraryIds })
  expect(await suggested("secret", member.token)).toEqual([])
  const [seen] = await server.rows(
    "select count(*)::int as n from items where library_id = $1 and not is_nsfw",
    libraryIds
  )
  expect(await suggested("common", member.token)).toEqual([
    { value: "common", label: "common", count: seen!["n"] }
  ])
})
