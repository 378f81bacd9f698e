import * as SqlClient from "@effect/sql/SqlClient"
import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let root: { readonly token: string; readonly id: string }
beforeAll(async () => {
  server = await startTestServer()
  root = await server.setup()
})
afterAll(() => server.stop())

const history = async (query = "", token = root.token) =>
  (await server.get(`/api/history${query}`, token)).json.data
const moveTo = (id: string, libraryId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update items set library_id = ${libraryId} where id = ${id}`
  )
const types = async (query: string) =>
  ((await history(query)).items as ReadonlyArray<{ readonly type: string }>).map(({ type }) => type)
const library = (name: string) =>
  server.request("POST", "/api/libraries", {
    token: root.token,
    body: { name, contents: ["videos"], roots: [{ path: server.media }] }
  })

it("shows members only the changes to their own user state", async () => {
  const libraryId = await makeLibrary(server, { name: "Open" })
  const secretId = await makeLibrary(server, { name: "Closed" })
  const member = await server.account({ username: "member", libraryIds: [libraryId] })
  const [shown, hidden] = [
    await makeItem(server, { libraryId }),
    await makeItem(server, { libraryId: secretId })
  ]
  const rate = (id: string, token: string) =>
    server.request("PUT", `/api/videos/${id}/rating`, { token, body: { rating: 60 } })
  await rate(shown, member.token)
  await rate(shown, root.token)
  await rate(hidden, root.token)
  const title = (await server.get(`/api/videos/${shown}`, member.token)).json.data.title
  const own = (await history("", member.token)).items
  expect(own).toMatchObject([
    {
      ...{ type: "user-item.rated.v1", actor: { id: member.id }, isUndoable: true },
      target: { kind: "item", id: shown, name: title, itemKind: "video" }
    }
  ])
  for (const query of [`?actor=${root.id}`, "?kind=libraries", "?own=false", `?target=${hidden}`])
    expect((await history(query, member.token)).items).toEqual(own)
  expect((await types("?own=true")).toSorted()).toEqual(["user-item.rated.v1", "user-item.rated.v1"])
  expect(await types("")).not.toContain("user-item.rated.v1")
  await server.run(moveTo(shown, secretId))
  expect((await history("", member.token)).items).toEqual([])
})

it("lets only administrators list the actors of the history", async () => {
  const member = await server.account({ username: "other" })
  expect((await server.get("/api/history")).status).toBe(401)
  expect((await server.get("/api/history/actors", member.token)).status).toBe(403)
  expect((await server.get("/api/history/actors", root.token)).json.data).toContainEqual({
    id: root.id,
    name: "root"
  })
})

it("shows who did what in an event, and from which address", async () => {
  const made = await library("Holidays")
  const { id } = made.json.data
  const requestId = made.headers["x-request-id"]
  const [entry] = (await history("?kind=libraries")).items
  expect(entry).toMatchObject({
    type: "library.created.v1",
    kind: "libraries",
    sentence: "created the library {target}",
    actor: { id: root.id, name: "root" },
    address: "127.0.0.1",
    requestId,
    target: { kind: "library", id, name: "Holidays", exists: true },
    count: 1
  })
  await server.request("PATCH", `/api/libraries/${id}`, { token: root.token, body: { name: "Trips" } })
  await server.request("PATCH", "/api/auth/me", { token: root.token, body: { displayName: "The Root" } })
  await server.request("DELETE", `/api/libraries/${id}`, { token: root.token, body: { confirm: true } })
  const rows = (await history(`?target=${id}`)).items
  expect(rows.map((row: { type: string }) => row.type)).toContain("library.renamed.v1")
  const first = rows.at(-1)
  expect([first.target.name, first.actor.name], "as they were called then").toEqual(["Holidays", "root"])
  expect(await types(`?requestId=${requestId}`)).toEqual(["library.created.v1"])
})

it("shows repeated failed sign-ins as one entry", async () => {
  const { id, token } = await server.account({ username: "eve" })
  const wrong = () =>
    server.request("POST", "/api/auth/login", { body: { username: "eve", password: "not this one" } })
  for (let n = 0; n < 4; n += 1) await wrong()
  await server.request("POST", "/api/auth/logout", { token })
  expect(await types(`?kind=sign-ins&actor=${id}`)).toEqual(["sign-in.ended.v1", "sign-in.succeeded.v1"])
  const failed = (await history("?kind=sign-ins&actor=someone")).items
  expect(failed).toHaveLength(1)
  expect(await types("?actor=server"), "the server did not do it").not.toContain("sign-in.failed.v1")
  expect(failed[0]).toMatchObject({
    actor: null,
    byStranger: true,
    target: { kind: "account", id, name: "eve" }
  })
  expect(JSON.stringify(await history("?kind=sign-ins"))).not.toContain("not this one")
})

it("limits the number of events for a flood of failed sign-ins", async () => {
  await server.rows("delete from login_failures")
  await server.run(
    Effect.flatMap(EventStore, (store) =>
      Effect.forEach(
        Array.from({ length: 70 }, (_, n) => n),
        (n) =>
          store.append(
            [
              {
                streamId: uuidv7(),
                expectedVersion: 0,
                events: [{ _tag: "sign-in.failed.v1", accountId: null, isLast: false } as { _tag: string }]
              }
            ],
            { address: `10.0.0.${n}` }
          )
      )
    )
  )
  const count = async () =>
    Number((await server.rows("select count(*) as n from events where type = 'sign-in.failed.v1'"))[0]!["n"])
  const before = await count()
  await server.request("POST", "/api/auth/login", { body: { username: "who", password: "not this one" } })
  expect(await count()).toBe(before)
})

it("filters history entries by time and returns them in pages", async () => {
  const store = (names: ReadonlyArray<string>) =>
    server.run(
      Effect.flatMap(EventStore, (events) =>
        events.append(
          names.map((name) => ({
            streamId: uuidv7(),
            expectedVersion: 0,
            events: [{ _tag: "settings.changed.v1", name, value: 1 } as { _tag: string }]
          })),
          { actor: root.id, batchId: uuidv7() }
        )
      )
    )
  for (let n = 0; n < 5; n += 1) await store(["trickplay_quality", "setup_completed", "trickplay_quality"])
  const found: Array<{ readonly count: number; readonly changes: ReadonlyArray<object> }> = []
  for (let before: number | null | undefined; before !== null;) {
    const page = await history(`?kind=settings&limit=2${before === undefined ? "" : `&before=${before}`}`)
    found.push(...page.items)
    before = page.nextBefore as number | null
  }
  expect(found.map(({ count }) => count)).toEqual([3, 3, 3, 3, 3])
  expect(found[0]!.changes).toEqual([{ field: "trickplay_quality", from: null, to: 1 }])
  const soon = new Date(Date.now() + 60_000).toISOString()
  const past = new Date(Date.now() - 3_600_000).toISOString()
  expect(await types(`?kind=settings&from=${past}&to=${soon}`)).toHaveLength(5)
  expect(await types(`?from=${soon}`)).toEqual([])
  expect(await types(`?to=${past}`)).toEqual([])
})

it("excludes scan results by default and rejects invalid filters", async () => {
  expect(await types("?limit=200")).not.toContain("item.registered.v1")
  for (const wrong of ["?kind=everything", "?from=now", "?limit=0", "?actor=x", "?target=x"]) {
    expect([wrong, (await server.get(`/api/history${wrong}`, root.token)).status]).toEqual([wrong, 400])
  }
})

it("hides an NSFW library from an administrator who hides NSFW content", async () => {
  await server.request("POST", "/api/libraries", {
    token: root.token,
    body: { name: "Hidden name", isNsfw: true, contents: ["videos"], roots: [{ path: server.media }] }
  })
  expect(JSON.stringify(await history("?limit=200"))).toContain("Hidden name")
  await server.request("PATCH", "/api/auth/me", { token: root.token, body: { showNsfw: false } })
  expect(JSON.stringify(await history("?limit=200"))).not.toContain("Hidden name")
  await server.request("PATCH", "/api/auth/me", { token: root.token, body: { showNsfw: true } })
})

it("shows a marker event only to users who may see the video", async () => {
  const libraryId = await makeLibrary(server, { name: "Films" })
  const video = await makeItem(server, { libraryId, path: "a.mp4", title: "The Long Way" })
  const body = { title: "A named place", start: 3 }
  await server.request("POST", `/api/videos/${video}/markers`, { token: root.token, body })
  const [entry] = (await history(`?target=${video}`)).items
  expect(entry.target).toMatchObject({ kind: "item", id: video, name: "The Long Way" })
  await server.rows(`update items set is_nsfw = true where id = '${video}'`)
  await server.request("PATCH", "/api/auth/me", { token: root.token, body: { showNsfw: false } })
  expect(JSON.stringify(await history("?limit=200"))).not.toContain("A named place")
  await server.request("PATCH", "/api/auth/me", { token: root.token, body: { showNsfw: true } })
})
