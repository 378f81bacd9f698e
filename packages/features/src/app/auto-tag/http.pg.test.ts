import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { autoTagJob } from "./maintenanceJob.ts"

let server: TestServer
let admin: string
let library: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server)
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string) => (await server.get(`/api/${path}`, admin)).json.data
const create = async (kind: string, body: object): Promise<string> =>
  (await send("POST", kind, body)).json.data.id
const video = (path: string, more: object = {}) =>
  makeItem(server, { libraryId: library, path, title: "Untitled", ...more })
/** Queues a job with a request, runs the job in the test process, and returns its batch id. */
const work = async (path: string, body: object) => {
  const { json } = await send("POST", `auto-tag/${path}`, body)
  const [row] = await server.rows("select payload from job_runs where batch_id = $1", [json.data.batchId])
  const context = { progress: () => Effect.void } as never
  await server.run(autoTagJob.run(row!["payload"] as never, context) as never)
  return json.data.batchId as string
}
const find = () => work("find", { kinds: ["performer", "studio", "tag"] })
interface Listed {
  readonly entity: { readonly id: string; readonly name: string }
  readonly count: number
  readonly sample: ReadonlyArray<{ readonly id: string }>
}
const listed = async (): Promise<ReadonlyArray<Listed>> => (await get("auto-tag")).items
const names = async () => (await listed()).map(({ count, entity }) => [entity.name, count])

it("does not add a proposed entity to an item before a user accepts it", async () => {
  const ann = await create("performers", { name: "Ann Lee", aliases: ["Annie L"] })
  await create("performers", { name: "Quiet Person", ignoreAutoTag: true })
  const studio = await create("studios", { name: "Northern Light" })
  const one = await video("Northern Light/ann_lee.mkv")
  const two = await video("annie-l with quiet person.mkv")
  await find()
  expect(await names()).toEqual([
    ["Ann Lee", 2],
    ["Northern Light", 1]
  ])
  expect((await get(`videos/${one}`)).performers).toEqual([])

  const batchId = await work("accept", { entityIds: [ann, studio] })
  expect(await get(`videos/${one}`)).toMatchObject({ performers: [{ id: ann }], studio: { id: studio } })
  expect(await get(`videos/${two}`)).toMatchObject({ performers: [{ id: ann }], studio: null })
  expect(await names()).toEqual([])
  expect((await send("POST", "history/undo", { batchId })).json.data).toMatchObject({ undone: 2 })
  expect(await get(`videos/${one}`)).toMatchObject({ performers: [], studio: null })
})

it("does not propose a dismissed name again", async () => {
  const noir = await create("tags", { name: "Noir" })
  await video("Film noir.mkv")
  await find()
  expect(await names()).toContainEqual(["Noir", 1])
  await send("POST", "auto-tag/dismiss", { entityIds: [noir] })
  await find()
  expect((await names()).map(([name]) => name)).not.toContain("Noir")
})

it("hides proposals for hidden items and entities", async () => {
  await create("tags", { name: "Secret word", isNsfw: true })
  await create("tags", { name: "Lighthouse" })
  await video("secret word.mkv")
  await video("lighthouse at night.mkv", { isNsfw: true })
  await find()
  const shown = async () => (await names()).map(([name]) => name)
  expect(await shown()).toEqual(expect.arrayContaining(["Lighthouse", "Secret word"]))
  await send("PATCH", "auth/me", { showNsfw: false })
  const hidden = await shown()
  for (const name of ["Lighthouse", "Secret word"]) expect(hidden).not.toContain(name)
  await send("PATCH", "auth/me", { showNsfw: true })
})

it("lets only administrators see proposals", async () => {
  const member = (await server.account({ username: "mia", libraryIds: [library] })).token
  expect((await server.get("/api/auto-tag", member)).status).toBe(403)
})
