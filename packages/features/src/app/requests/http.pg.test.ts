import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { openLive } from "@media/testkit/LiveClient"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, expect, it } from "vitest"
import { mostOpen } from "./decider.ts"

let server: TestServer
let admin: string
let library: string
let mia: { readonly token: string; readonly id: string }
let tom: { readonly token: string; readonly id: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server, { name: "Films" })
  mia = await server.account({ username: "mia", libraryIds: [library] })
  tom = await server.account({ username: "tom" })
})
afterAll(() => server.stop())

const make = (token: string, body: object = {}) =>
  server.request("POST", "/api/requests", { token, body: { title: "Dunes", ...body } })
const own = async (token: string) => (await server.get("/api/requests", token)).json.data
const received = async (state = "open") =>
  (await server.get(`/api/requests/received?state=${state}`, admin)).json.data
const answer = (id: string, body: object, token = admin) =>
  server.request("PUT", `/api/requests/${id}/answer`, { token, body })
const withdraw = (token: string, id: string) => server.request("DELETE", `/api/requests/${id}`, { token })

it("shows a request only to its account and to administrators", async () => {
  const { json, status } = await make(mia.token, {
    link: "https://example.org/dunes",
    words: " The old one. "
  })
  expect(status).toBe(201)
  expect(json.data).toMatchObject({
    ...{ title: "Dunes", link: "https://example.org/dunes", words: "The old one.", answer: null }
  })
  const { id } = json.data
  expect((await own(mia.token)).items).toEqual([json.data])
  expect(await received()).toMatchObject({
    ...{ total: 1, items: [{ id, account: { id: mia.id, displayName: "mia" } }] }
  })
  expect(await own(tom.token)).toMatchObject({ items: [], total: 0 })
  expect((await server.get("/api/requests/received", tom.token)).status).toBe(403)
  expect((await answer(id, { answer: "added" }, tom.token)).status).toBe(403)
  for (const other of [tom.token, admin]) expect((await withdraw(other, id)).status).toBe(404)
  expect((await withdraw(mia.token, id)).status).toBe(200)
  expect([(await own(mia.token)).total, (await received()).total]).toEqual([0, 0])
})

it("shows the item in an answer only to accounts that may see the item", async () => {
  const item = await makeItem(server, { kind: "video", libraryId: library, title: "Dunes (1984)" })
  for (const { token } of [mia, tom]) {
    const { id } = (await make(token)).json.data
    const { json, status } = await answer(id, { answer: "added", itemId: item, reply: "Here it is." })
    expect([status, json.data.answer]).toMatchObject([
      200,
      { answer: "added", reply: "Here it is.", item: { id: item, kind: "video", title: "Dunes (1984)" } }
    ])
  }
  expect((await own(mia.token)).items[0].answer.item).toMatchObject({ id: item })
  expect((await own(tom.token)).items[0].answer).toMatchObject({ answer: "added", item: null })
  expect(await received("answered")).toMatchObject({ total: 2 })
  expect((await received()).total).toBe(0)
})

it("requires a reason to decline a request", async () => {
  const { id } = (await make(mia.token)).json.data
  const unknown = "00000000-0000-7000-8000-000000000000"
  for (const [body, path] of [
    [{ answer: "declined" }, "reply"],
    [{ answer: "declined", reply: "  " }, "reply"],
    [{ answer: "declined", reply: "No.", itemId: unknown }, "itemId"],
    [{ answer: "added", itemId: unknown }, "itemId"]
  ] as const)
    expect((await answer(id, body)).json.error).toMatchObject({ code: "validation", fields: [{ path }] })
  expect((await answer(id, { answer: "declined", reply: "Too violent." })).status).toBe(200)
  expect((await own(mia.token)).items[0].answer).toMatchObject({ answer: "declined", reply: "Too violent." })
  // Administrators can correct an answer.
  expect((await answer(id, { answer: "added" })).json.data.answer).toMatchObject({
    answer: "added",
    reply: null
  })
  expect((await answer(unknown, { answer: "added" })).status).toBe(404)
})

it("rejects unsafe links and empty titles", async () => {
  for (const body of [
    { link: "javascript:alert(1)" },
    { link: "dunes" },
    { title: "  " },
    { words: "x".repeat(1_001) }
  ])
    expect((await make(mia.token, body)).json.error.code).toBe("validation")
})

it("notifies administrators about a request and the requester about the answer", async () => {
  const [toMia, toTom, toAdmin] = [mia.token, tom.token, admin].map((token) =>
    openLive(server.origin, { token })
  )
  for (const live of [toMia, toTom, toAdmin]) await live!.hello()
  const isOfRequests = ({ topics = [] }: { topics?: ReadonlyArray<string> }) => topics.includes("requests")
  const { id } = (await make(mia.token)).json.data
  await toAdmin!.next(isOfRequests)
  await answer(id, { answer: "declined", reply: "No." })
  const { own: told } = await toMia!.next((message) => message.own?.requests?.ids.includes(id) === true)
  expect(told.requests).toEqual({ ids: [id], many: false })
  // A later message to Tom proves that he has received all earlier messages.
  const his = (await make(tom.token)).json.data.id
  await answer(his, { answer: "declined", reply: "No." })
  await toTom!.next((message) => message.own?.requests?.ids.includes(his) === true)
  const heard = JSON.stringify(toTom!.received)
  expect([heard.includes(id), toTom!.received.some(isOfRequests)]).toEqual([false, false])
  for (const live of [toMia, toTom, toAdmin]) live!.close()
})

it("records requests and answers in the history", async () => {
  const { items } = (await server.get("/api/history?kinds=other", admin)).json.data
  expect(items.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(["request.made.v1", "request.answered.v1", "request.withdrawn.v1"])
  )
})

it(`accepts at most ${mostOpen} open requests per account`, async () => {
  for (
    let n = (await own(tom.token)).items.filter(({ answer }: { answer: unknown }) => answer === null).length;
    n < mostOpen;
    n += 1
  )
    expect((await make(tom.token, { title: `Video ${n}` })).status).toBe(201)
  expect((await make(tom.token)).json.error.code).toBe("conflict")
  const [first] = (await own(tom.token)).items
  await withdraw(tom.token, first.id)
  expect((await make(tom.token)).status).toBe(201)
  await server.request("DELETE", `/api/users/${tom.id}`, { token: admin })
  expect(await server.rows("select id from requests where account_id = $1", [tom.id])).toEqual([])
})
