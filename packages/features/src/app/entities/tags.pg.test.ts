import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let admin: string
let mia: string
let libraryId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "Open" })
  mia = (await server.account({ username: "mia", libraryIds: [libraryId] })).token
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string, token = admin) => (await server.get(`/api/${path}`, token)).json.data
const create = async (list: string, body: object): Promise<string> =>
  (await send("POST", list, body)).json.data.id
const tagsOf = async (path: string, token = admin): Promise<ReadonlyArray<string>> =>
  (await get(path, token)).tags.map(({ name }: { readonly name: string }) => name)

it.each(["performers", "studios"])("undoes each change to the tags of %s separately", async (list) => {
  const drama = await create("tags", { name: `Drama of ${list}` })
  const id = await create(list, { name: "Grace", tags: [drama, `Awards of ${list}`] })
  expect(await tagsOf(`${list}/${id}`)).toEqual([`Awards of ${list}`, `Drama of ${list}`])
  const before = await get(`${list}/${id}`)
  await send("PATCH", `${list}/${id}`, { tags: [`Drama of ${list}`, `Noir of ${list}`] })
  await send("PATCH", `${list}/${id}`, { tags: [`Drama of ${list}`, `Noir of ${list}`, `Late of ${list}`] })
  const [replaced] = await server.rows(
    "select meta->>'batchId' as batch from events where stream_id = $1 and type = 'related.untagged.v1'",
    [id]
  )
  const undone = await send("POST", `${list}/${id}/undo`, { batchId: replaced!["batch"] })
  expect(undone.json.data).toMatchObject({ skippedCount: 0 })
  expect(await tagsOf(`${list}/${id}`)).toEqual([
    ...before.tags.map(({ name }: { name: string }) => name),
    `Late of ${list}`
  ])
})

it("does not allow tags on a tag", async () => {
  const id = await create("tags", { name: "Alone" })
  expect((await send("PATCH", `tags/${id}`, { tags: ["Other"] })).status).toBe(400)
})

it("removes a deleted tag from performers until the deletion is undone", async () => {
  const id = await create("performers", { name: "Ida", tags: ["Passing"] })
  const tag = (await get(`performers/${id}`)).tags[0].id
  await send("DELETE", `tags/${tag}`)
  expect(await tagsOf(`performers/${id}`)).toEqual([])
  const [event] = await server.rows(
    "select meta->>'batchId' as batch from events where stream_id = $1 and type = 'related.removed.v1'",
    [tag]
  )
  await send("POST", "history/undo", { batchId: event!["batch"] })
  expect(await tagsOf(`performers/${id}`)).toEqual(["Passing"])
})

it("merges the tags of merged performers", async () => {
  const into = await create("performers", { name: "Cary", tags: ["Comedy", "Tall"] })
  const from = await create("performers", { name: "Archie", tags: ["Comedy", "Acrobat"] })
  await send("POST", `performers/${into}/merge`, { from: [from] })
  expect(await tagsOf(`performers/${into}`)).toEqual(["Acrobat", "Comedy", "Tall"])
  const acrobat = await create("tags", { name: "Tumbler" })
  const merged = (await get(`performers/${into}`)).tags[0].id
  await send("POST", `tags/${acrobat}/merge`, { from: [merged] })
  expect(await tagsOf(`performers/${into}`)).toEqual(["Comedy", "Tall", "Tumbler"])
})

it("shows members only the tags of items that they may see", async () => {
  const id = await create("performers", { name: "Lena", tags: ["Seen", "Unseen"] })
  const secret = await create("tags", { name: "Secret", isNsfw: true })
  await send("PATCH", `performers/${id}`, { tags: ["Seen", "Unseen", secret] })
  const video = await makeVideo(server, { libraryId })
  await send("PATCH", `videos/${video}`, { performers: ["Lena"], tags: ["Seen"] })
  expect(await tagsOf(`performers/${id}`, mia)).toEqual(["Seen"])
  expect((await send("PATCH", `performers/${id}`, { tags: [] }, mia)).status).toBe(403)
  await send("PATCH", "auth/me", { showNsfw: false })
  await send("PATCH", `performers/${id}`, { tags: ["Seen"] })
  expect(await tagsOf(`performers/${id}`)).toEqual(["Seen"])
  await send("PATCH", "auth/me", { showNsfw: true })
  expect(await tagsOf(`performers/${id}`)).toEqual(["Secret", "Seen"])
})
