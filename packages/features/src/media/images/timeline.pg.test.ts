import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin = ""
let member = ""
let shown = ""
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  shown = await makeLibrary(server, { name: "Shown" })
  const hidden = await makeLibrary(server, { name: "Hidden" })
  const image = (path: string, more: object = {}) =>
    makeItem(server, { kind: "image", libraryId: shown, title: path, path, ...more })
  // The first three names contain a date as phones, screenshot tools and chat apps write it. The next two contain
  // impossible or implausible dates.
  await image("2024/IMG_20240531_123005.jpg")
  await image("Screenshot 2024-05-31 at 23.59.59.png")
  await image("IMG-20240229-WA0001.jpg")
  await image("2023-02-29 No such day.jpg")
  await image("18551231.jpg")
  await image("2024-05-31 Hidden.jpg", { libraryId: hidden })
  await image("2024-05-31 Not for all.jpg", { isNsfw: true })
  await image("2024-05-31 Gone.jpg", { isMissing: true })
  member = (await server.account({ username: "member", libraryIds: [shown] })).token
})
afterAll(() => server.stop())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
const data = async (target: string, token = member): Promise<any> =>
  (await server.get(target, token)).json.data
/** The modification time of files that `makeItem` writes. */
const written = "2023-11-14"

it("returns the number of visible images on each day, newest first", async () => {
  const days = [
    { day: "2024-05-31", count: 2 },
    { day: "2024-02-29", count: 1 },
    { day: written, count: 2 }
  ]
  expect(await data("/api/images/timeline?status=ready")).toEqual({ total: 5, days })
  expect((await data("/api/images/timeline?status=ready&order=asc")).days).toEqual(days.toReversed())
  expect((await data("/api/images/timeline")).days[0]).toEqual({ day: "2024-05-31", count: 3 })
  expect((await data("/api/images/timeline?status=ready", admin)).total).toBe(7)
  expect(await data(`/api/images/timeline?libraryId=${shown}&q=screenshot`)).toMatchObject({ total: 1 })
  expect((await server.get("/api/images/timeline?libraryId=x", member)).status).toBe(400)
})

it("sorts the image list like the timeline and returns the source of each date", async () => {
  const { items } = await data("/api/images?sort=takenAt&status=ready")
  expect(items.map(({ moment, momentFrom }: Record<string, string>) => [moment, momentFrom])).toEqual([
    ["2024-05-31T23:59:59", "name"],
    ["2024-05-31T12:30:05", "name"],
    ["2024-02-29T00:00:00", "name"],
    [`${written}T22:13:20`, "file"],
    [`${written}T22:13:20`, "file"]
  ])
  const second = await data("/api/images?sort=takenAt&order=asc&status=ready&page=2&perPage=4")
  expect(second.items).toMatchObject([{ moment: "2024-05-31T23:59:59" }])
})

it("returns visible images taken on the requested date in earlier years", async () => {
  await makeItem(server, { kind: "image", libraryId: shown, title: "Older", path: "IMG_20190531_090000.jpg" })
  const titles = async (date: string, token = member) =>
    (await data(`/api/images/on-this-day?date=${date}`, token)).map(({ title }: { title: string }) => title)
  const of2024 = ["Screenshot 2024-05-31 at 23.59.59.png", "2024/IMG_20240531_123005.jpg"]
  expect(await titles("2026-05-31")).toEqual([...of2024, "Older"])
  expect(await titles("2024-05-31")).toEqual(["Older"])
  expect(await titles("2026-11-14")).toEqual([])
  for (const date of ["2026-13-01", "2026-02-30"])
    expect((await server.get(`/api/images/on-this-day?date=${date}`, member)).status).toBe(400)
})
