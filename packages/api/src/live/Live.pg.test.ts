import type { Delta } from "@media/features/app/operations/live-protocol"
import { enqueue } from "@media/jobs/Enqueue"
import { cancel } from "@media/jobs/JobControl"
import { uuidv7 } from "@media/kernel/Ids"
import { openLive, type LiveOptions } from "@media/testkit/LiveClient"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { notifiedOnly, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { probeOf } from "@media/features/media/videos/policy"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: { readonly token: string; readonly id: string }
let member: { readonly token: string; readonly id: string }
let ours: string
let theirs: string
beforeAll(async () => {
  server = await startTestServer({ limits: notifiedOnly })
  admin = await server.setup()
  ours = await makeLibrary(server, { name: "Ours" })
  theirs = await makeLibrary(server, { name: "Theirs" })
  member = await server.account({ username: "mia", libraryIds: [ours] })
})
afterAll(() => server.stop())

const sockets: Array<ReturnType<typeof openLive>> = []
const live = (options: LiveOptions) => {
  const client = openLive(server.origin, options)
  sockets.push(client)
  return client
}
afterEach(() => {
  for (const client of sockets.splice(0)) client.close()
})
const queueOne = async (label: string): Promise<string> => {
  const [run] = await server.run(enqueue([probeOf(uuidv7(), label, "manual")]))
  return run!.jobRunId
}
const view = { id: "v1", limit: 50 }

describe("the upgrade to a live connection", () => {
  it("rejects upgrades without a valid session or from pages with another origin", async () => {
    expect(await live({}).refused()).toBe(401)
    expect(await live({ token: "x".repeat(43) }).refused()).toBe(401)
    const cookie = `media-session=${admin.token}`
    expect(await live({ headers: { cookie, origin: "https://evil.example" } }).refused()).toBe(403)
    expect(await live({ headers: { cookie, "sec-fetch-site": "cross-site" } }).refused()).toBe(403)
    const own = live({ headers: { cookie, origin: server.origin } })
    expect(await own.hello()).toMatchObject({ t: "snapshot" })
  })

  it("allows at most eight sockets per session", async () => {
    const clients = Array.from({ length: 8 }, () => live({ token: admin.token }))
    await Promise.all(clients.map((client) => client.opened()))
    expect(await live({ token: admin.token }).refused()).toBe(429)
  })
})

describe("an administrator", () => {
  it("sends an administrator a snapshot of the view, followed by changes to jobs", async () => {
    const first = await queueOne("before")
    const client = live({ token: admin.token })
    const snapshot = await client.hello({ view })
    expect(snapshot).toMatchObject({ t: "snapshot", jobs: { viewId: "v1" } })
    expect(snapshot.jobs.queues).toHaveLength(18)
    expect(snapshot.jobs.runs.map(({ id }: { id: string }) => id)).toContain(first)

    const second = await queueOne("after")
    const added = await client.next(({ runs }) => runs?.some(({ id }: { id: string }) => id === second))
    expect(added.runs.find(({ id }: { id: string }) => id === second)).toMatchObject({
      status: "queued",
      targetLabel: "after"
    })
    await server.run(cancel(second))
    const changed = await client.next(({ runs }) =>
      runs?.some(({ id, status }: { id: string; status: string }) => id === second && status === "cancelled")
    )
    expect(changed.seq).toBeGreaterThan(added.seq)
    await client.next(({ totals }) => totals?.cancelled > 0)
  })

  it("sends an administrator deltas with consecutive sequence numbers", async () => {
    const client = live({ token: admin.token })
    const { seq } = await client.hello({ view })
    for (let n = 0; n < 5; n += 1) {
      await queueOne(`run ${n}`)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    await client.next(({ runs }) => runs?.some((run: { targetLabel: string }) => run.targetLabel === "run 4"))
    const deltas = client.received.filter(({ t }) => t === "delta" || t === "hb")
    let reached = seq
    for (const delta of deltas) {
      if (delta.from !== undefined) expect(delta.from).toBe(reached)
      reached = delta.seq
    }
  })

  it("sends an administrator only the runs that match the view", async () => {
    const client = live({ token: admin.token })
    await client.hello({ view: { ...view, status: "queued", q: "leaving" } })
    const other = await queueOne("staying away")
    const run = await queueOne("leaving soon")
    await client.next(({ runs }) => runs?.some(({ id }: { id: string }) => id === run))
    await server.run(cancel(run))
    await client.next(({ removedRuns }) => removedRuns?.includes(run))
    const sent = client.received.flatMap(({ runs }) => runs ?? []).map(({ id }) => id)
    expect(sent).not.toContain(other)
  })

  it("sends a snapshot if the server cannot resume after the last change that the client received", async () => {
    const before = live({ token: admin.token })
    const { epoch, seq } = await before.hello({ view })
    before.close()
    const missed = await queueOne("missed")
    await new Promise((resolve) => setTimeout(resolve, 300))
    const again = live({ token: admin.token })
    const delta = await again.hello({ view, epoch, since: seq })
    expect(delta).toMatchObject({ t: "delta", from: seq })
    expect(delta.runs.map(({ id }: { id: string }) => id)).toContain(missed)

    for (const hello of [
      { epoch: "another process", since: seq },
      { epoch, since: seq + 1_000 },
      { epoch, since: -5 },
      { epoch }
    ]) {
      expect(await live({ token: admin.token }).hello({ view, ...hello })).toMatchObject({
        t: "snapshot",
        epoch
      })
    }
  })

  it("lets an administrator change the view and pause updates", async () => {
    const client = live({ token: admin.token })
    const { seq } = await client.hello({ view })
    client.send({ t: "view", view: { id: "v2", queue: "preview" } })
    const other = await client.next(({ jobs }) => jobs?.viewId === "v2")
    expect(other.jobs.runs).toEqual([])
    client.send({ t: "view", view })
    await client.next(({ jobs, seq: at }) => jobs?.viewId === "v1" && at >= seq && client.received.length > 2)
    client.send({ t: "pause" })
    // The pong arrives after all messages that the server sent before it.
    const answered = new Promise((resolve) => client.socket.once("pong", resolve))
    client.socket.ping()
    await answered
    const count = client.received.length
    const last = client.received.at(-1).seq
    const run = await queueOne("while paused")
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(client.received).toHaveLength(count)
    client.send({ t: "resume", since: last })
    await client.next(({ runs }) => runs?.some(({ id }: { id: string }) => id === run))
  })
})

describe("a member", () => {
  it("sends a member visible videos but no jobs", async () => {
    const client = live({ token: member.token })
    const boss = live({ token: admin.token })
    expect(await client.hello({ view })).not.toHaveProperty("jobs")
    await boss.hello({ view })
    const hidden = await makeVideo(server, { libraryId: theirs })
    const seen = await makeVideo(server, { libraryId: ours })
    const naughty = await makeVideo(server, { libraryId: ours, isNsfw: true })
    const fits = (id: string) => (message: Delta) => message.items?.["video"]?.ids.includes(id) === true
    await Promise.all([client.next(fits(seen)), boss.next(fits(hidden)), boss.next(fits(naughty))])
    await queueOne("secret")
    await new Promise((resolve) => setTimeout(resolve, 300))
    const text = JSON.stringify(client.received)
    for (const secret of [hidden, naughty, "secret", "totals", "queues"]) expect(text).not.toContain(secret)
  })

  it("sends a changed rating to every window of the user who changed it", async () => {
    const id = await makeVideo(server, { libraryId: ours })
    const windows = [live({ token: member.token }), live({ token: member.token })]
    const boss = live({ token: admin.token })
    await Promise.all([...windows, boss].map((client) => client.hello()))
    const patch = { token: member.token, body: { rating: 80 } }
    expect((await server.request("PATCH", `/api/videos/${id}`, patch)).status).toBe(200)
    for (const client of windows)
      expect(await client.next(({ own }: Delta) => own !== undefined)).toMatchObject({
        own: { "user-items": { ids: [id], many: false } }
      })
    const later = await makeVideo(server, { libraryId: ours })
    await boss.next(({ items }: Delta) => items?.["video"]?.ids.includes(later) === true)
    expect(JSON.stringify(boss.received)).not.toContain("user-items")
  })

  it("disconnects a client as soon as its session ends", async () => {
    const token = await server.signIn("mia", "correct horse")
    const client = live({ token })
    await client.hello()
    const bystander = live({ token: member.token })
    await bystander.hello()
    await server.request("POST", "/api/auth/logout", { token })
    expect(await client.closed()).toBe(4401)
    expect(client.received.at(-1)).toMatchObject({ t: "bye", reason: "session_ended" })
    expect(bystander.socket.readyState).toBe(bystander.socket.OPEN)
  })
})

describe("a client that violates the protocol", () => {
  it.each([
    ["invalid JSON", "hello"],
    ["an empty object", "{}"],
    ["an unknown message", { t: "subscribe" }],
    ["an excessive limit", { t: "hello", v: 1, view: { id: "a", limit: 100_000 } }],
    ["binary data", Buffer.from("{}")]
  ])("closes a connection with 4409 after receiving %s", async (_, message) => {
    const client = live({ token: admin.token })
    await client.opened()
    if (Buffer.isBuffer(message)) client.socket.send(message, { binary: true })
    else client.send(message)
    expect(await client.closed()).toBe(4409)
    expect(client.received.at(-1)).toMatchObject({ t: "error", code: "protocol" })
  })

  it("disconnects a client with a close code that identifies the protocol violation", async () => {
    const old = live({ token: admin.token })
    await old.hello({ v: 2 })
    expect(await old.closed()).toBe(4412)
    const loud = live({ token: admin.token })
    await loud.hello()
    for (let n = 0; n < 30; n += 1) loud.send({ t: "ack", seq: n })
    expect(await loud.closed()).toBe(4409)
    const huge = live({ token: admin.token })
    await huge.opened()
    huge.send(" ".repeat(5_000))
    expect(await huge.closed()).toBe(1009)
  })
})
