import { updateItem } from "@media/features/catalog/items/commands"
import { administrator } from "@media/testkit/Library"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let member: string
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  const [shown, hidden] = [await makeLibrary(server, { name: "Shown" }), await makeLibrary(server)]
  member = (await server.account({ username: "milo", libraryIds: [shown] })).token
  const add = async (title: string, changes: object, libraryId = shown, more: object = {}) => {
    ids[title] = await makeItem(server, { kind: "image", libraryId, title, ...more })
    await server.run(updateItem(administrator, ids[title], changes))
  }
  await add("Dunes", { performers: ["Ada"], studio: "North", tags: ["desert"] })
  await add("Tag", { tags: ["desert"] })
  await add("Studio", { studio: "North", tags: ["desert"] })
  await add("Performer", { performers: ["Ada"] })
  await add("Nothing", { tags: ["sea"] })
  await add("Hidden", { performers: ["Ada"], studio: "North" }, hidden)
  await add("Adult", { performers: ["Ada"], isNsfw: true })
  await add("Gone", { performers: ["Ada"] }, shown, { isMissing: true })
})
afterAll(() => server.stop())

const similar = (id: string, token = member) => server.get(`/api/items/${id}/similar`, token)

it("lists visible similar items, most similar first", async () => {
  const { json, status } = await similar(ids["Dunes"]!)
  expect(status).toBe(200)
  expect(json.data.map(({ title }: { title: string }) => title)).toEqual(["Performer", "Studio", "Tag"])
})

it("returns 404 for the similar items of a hidden or unknown item", async () => {
  for (const id of [ids["Hidden"]!, "00000000-0000-7000-8000-000000000000", "nothing"])
    expect((await similar(id)).status).toBe(404)
})
