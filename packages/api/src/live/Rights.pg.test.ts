import type { Delta } from "@media/features/app/operations/live-protocol"
import { openLive } from "@media/testkit/LiveClient"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { notifiedOnly, startTestServer, type TestServer } from "@media/testkit/TestServer"
import pg from "pg"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"

let server: TestServer
/**
 * A second server on the same database. All sockets in this file connect to it, while changes are made through the
 * first one.
 */
let second: TestServer
let library: string
let other: string
beforeAll(async () => {
  server = await startTestServer({ limits: notifiedOnly })
  await server.setup()
  second = await startTestServer({ environment: { DATABASE_URL: server.url }, limits: notifiedOnly })
  library = await makeLibrary(server, { name: "Ours" })
  other = await makeLibrary(server, { name: "Also ours" })
})
afterAll(async () => {
  await second.stop()
  await server.stop()
})

const sockets: Array<ReturnType<typeof openLive>> = []
afterEach(() => {
  for (const client of sockets.splice(0)) client.close()
})
let count = 0
const watch = async (role: "administrator" | "member" = "member") => {
  const username = `watcher ${(count += 1)}`.replace(" ", "-")
  const account = await server.account({ username, role, allowNsfw: true, libraryIds: [library, other] })
  const client = openLive(second.origin, { token: account.token })
  sockets.push(client)
  await client.hello()
  return { ...account, client, begin: performance.now() }
}

it.each([
  ["is demoted", "administrator", "update accounts set role = 'member' where id = $1", "role_changed"],
  ["is disabled", "member", "update accounts set enabled = false where id = $1", "session_ended"],
  ["loses its sessions", "member", "delete from sessions where account_id = $1", "session_ended"],
  [
    "has its sessions cut short",
    "member",
    "update sessions set expires_at = now() where account_id = $1",
    "session_ended"
  ]
] as const)(
  "closes the sockets of an account that %s, immediately and on every server",
  async (_, role, text, reason) => {
    const bystander = await watch()
    const { client, id } = await watch(role)
    await server.rows(text, [id])
    expect(await client.closed()).toBe(4401)
    expect(client.received.at(-1)).toMatchObject({ t: "bye", reason })
    expect(bystander.client.socket.readyState).toBe(bystander.client.socket.OPEN)
  }
)

const everything = ({ allItems, topics }: Delta) =>
  allItems === true && topics?.includes("libraries") === true
const hasVideo =
  (id: string) =>
  ({ items }: Delta) =>
    items?.["video"]?.ids.includes(id) === true

it.each([
  ["a library", "update accounts set library_ids = library_ids[2:] where id = $1"],
  ["NSFW content", "update accounts set allow_nsfw = false where id = $1"]
])("tells an account that loses access to %s to reload everything", async (_, text) => {
  const { client, id } = await watch()
  await server.rows(text, [id])
  await client.next(everything)
  const hidden = await makeVideo(server, { libraryId: library, isNsfw: true })
  const seen = await makeVideo(server, { libraryId: other })
  await client.next(hasVideo(seen))
  expect(JSON.stringify(client.received)).not.toContain(hidden)
})

it("makes an account that gains access to a library reload all items", async () => {
  const bystander = await watch()
  const third = await makeLibrary(server, { name: "New" })
  // The creation of a library makes every client reload all items.
  await bystander.client.next(everything)
  bystander.client.received.splice(0)
  const { client, id } = await watch()
  await server.rows("update accounts set library_ids = library_ids || $2::uuid where id = $1", [id, third])
  await client.next(everything)
  const seen = await makeVideo(server, { libraryId: third })
  await client.next(hasVideo(seen))
  expect(bystander.client.received.filter(everything)).toEqual([])
})

it("applies permissions that changed while the socket was opening", async () => {
  const { id, token } = await server.account({ username: "late", libraryIds: [library] })
  const client = openLive(second.origin, { token })
  sockets.push(client)
  await Promise.all([
    server.rows("update accounts set library_ids = '{}' where id = $1", [id]),
    client.hello()
  ])
  await new Promise((resolve) => setTimeout(resolve, 600))
  const hidden = await makeVideo(server, { libraryId: library })
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(JSON.stringify(client.received)).not.toContain(hidden)
})

it("does not close a socket that opens while the permissions of other accounts are being read", async () => {
  const [first, other] = [
    await server.account({ username: "first", libraryIds: [library] }),
    await server.account({ username: "other", libraryIds: [library] })
  ]
  const open = (token: string) => {
    const client = openLive(second.origin, { token })
    sockets.push(client)
    return client
  }
  const locker = new pg.Client({ connectionString: server.url })
  await locker.connect()
  // The sessions are cached first, so that only the check of the new socket waits for the lock.
  for (const { token } of [first, other]) await second.get("/api/auth/me", token)
  await locker.query("begin")
  await locker.query("lock table accounts in access exclusive mode")
  await open(first.token).opened()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const late = open(other.token)
  await late.opened()
  await locker.query("commit")
  await locker.end()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await late.hello()).toMatchObject({ t: "snapshot" })
})

it("notifies only administrators when an account changes", async () => {
  const administrator = await watch("administrator")
  const member = await watch()
  const { id } = await server.account({ username: "changed", role: "member", libraryIds: [] })
  const token = administrator.token
  const users = ({ topics }: Delta) => topics?.includes("users") === true
  await administrator.client.next(users)
  administrator.client.received.length = 0
  await server.request("PATCH", `/api/users/${id}`, { token, body: { displayName: "Other" } })
  await administrator.client.next(users)
  // The video is created after the account change, so when the member receives it, a notification of the account change
  // would have arrived already.
  const seen = await makeVideo(server, { libraryId: other })
  await member.client.next(hasVideo(seen))
  expect(JSON.stringify(member.client.received)).not.toContain('"users"')
})
