import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { applyEvents } from "./catchUp.ts"
import { refreshCollection } from "./refresh.ts"

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body: object) =>
  (await server.request(method, `/api/${path}`, { token, body })).json.data

it("stores separate members for viewers who hide NSFW content once a tag is marked NSFW", async () => {
  const libraryId = await makeLibrary(server)
  const videos = [
    await makeItem(server, { libraryId, title: "One" }),
    await makeItem(server, { libraryId, title: "Two" })
  ]
  await send("PATCH", `videos/${videos[0]}`, { tags: ["Plain", "Marked"] })
  await send("PATCH", `videos/${videos[1]}`, { tags: ["Plain"] })
  const ids = [
    (await send("POST", "collections", { name: "Any tag", visibility: "everyone", text: "has:tags" })).id,
    (await send("POST", "collections", { name: "Marked", visibility: "everyone", text: "tag:Marked" })).id
  ]
  const refreshAll = async () => {
    await server.run(applyEvents())
    for (const id of ids) await server.run(refreshCollection(id))
    await server.run(applyEvents())
  }
  const stored = async () =>
    (
      await server.rows(
        `select count(*) filter (where collection_id = $1 and not hides_nsfw)::int as any,
           count(*) filter (where collection_id = $1 and hides_nsfw)::int as any_hidden,
           count(*) filter (where collection_id = $2 and not hides_nsfw)::int as marked,
           count(*) filter (where collection_id = $2 and hides_nsfw)::int as marked_hidden from collection_matches`,
        ids
      )
    )[0]
  await refreshAll()
  expect(await stored()).toEqual({ any: 2, any_hidden: 0, marked: 1, marked_hidden: 0 })

  await send("PATCH", `videos/${videos[1]}`, { tags: ["Plain", "Marked"] })
  await server.run(applyEvents())
  expect(await stored()).toMatchObject({ marked: 2, marked_hidden: 0 })

  const [tag] = await server.rows("select id from related_entities where name = 'Marked'")
  await send("PATCH", `tags/${String(tag!["id"])}`, { isNsfw: true })
  await server.run(applyEvents())
  const stale = await server.rows("select from collection_refreshes where is_stale")
  expect(stale).toHaveLength(2)
  await refreshAll()
  expect(await stored()).toEqual({ any: 2, any_hidden: 2, marked: 2, marked_hidden: 0 })

  // Viewers who hide NSFW content keep the earlier history, which was the same for all viewers.
  const history = await server.rows(
    "select hides_nsfw, is_in from collection_changes where collection_id = $1 order by hides_nsfw, id",
    [ids[1]]
  )
  expect(history.map((row) => [row["hides_nsfw"], row["is_in"]])).toEqual([
    [false, true],
    [true, true]
  ])
})
