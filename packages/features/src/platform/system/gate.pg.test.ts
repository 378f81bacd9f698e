import { endpoints } from "@media/api/EndpointTable"
import { administrator } from "@media/testkit/Library"
import { openLive } from "@media/testkit/LiveClient"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { scanLibrary } from "../../library/libraries/commands.ts"
import type { BreakingGate } from "./gates.ts"
import { isServedWhileClosed } from "./gateKeeper.ts"

const first: BreakingGate = {
  id: "covers-move",
  title: "Covers move",
  summary: "Covers move into the data folder.",
  affected: ["The version before cannot show them any more."]
}
const second: BreakingGate = { ...first, id: "second", title: "Something else" }

let gates: ReadonlyArray<BreakingGate> = [first]
let server: TestServer
let root: string
let ada: string
let libraryId: string
beforeAll(async () => {
  server = await startTestServer({ isWorking: true, gates: () => gates })
  root = (await server.setup()).token
  ada = (await server.account({ username: "ada" })).token
  const path = join(server.media, "some")
  mkdirSync(path)
  const body = { name: "Some", contents: ["videos"], roots: [{ path }] }
  libraryId = (await server.request("POST", "/api/libraries", { token: root, body })).json.data.id
  await eventually(async () => (await runs()).every((status) => status === "completed"))
})
afterAll(() => server.stop())

const status = async (token?: string) => (await server.get("/api/system/status", token)).json.data
const accept = (token: string, gateId: string) =>
  server.request("POST", "/api/system/breaking-gate/accept", { token, body: { gateId } })
const runs = async () =>
  (await server.rows("select status from job_runs")).map(({ status }) => String(status))

describe("a gate for a breaking change", () => {
  it("opens all gates on a new installation", async () => {
    expect(await status()).toMatchObject({ bootState: "ready", breakingGate: null, startedAt: null })
  })

  it("rejects all requests except reading the status, signing in and accepting the gate", async () => {
    gates = [first, second]
    await server.restart()
    const closed = { ...second, acceptedAt: null }
    expect(await status()).toMatchObject({ bootState: "gate", breakingGate: closed, installation: null })
    expect((await server.get("/api/health")).json.data.status).toBe("gate")
    expect((await server.get("/api/session", ada)).json.data.user.username).toBe("ada")
    const answers = await Promise.all(
      endpoints
        .filter(({ path }) => !isServedWhileClosed(path))
        .map(async ({ method, path }) => {
          const target = path.replace(/:\w+/g, "0198c5a0-0000-7000-8000-000000000000").replace("*", "x.ts")
          const { json, status: code } = await server.request(method, target, { token: root })
          return [target, code, json?.error?.code]
        })
    )
    expect(answers.length).toBeGreaterThan(80)
    expect(answers.filter(([, code, word]) => code !== 503 || word !== "breaking_gate")).toEqual([])
    expect((await server.get("/", root)).status).toBe(200)
    const live = openLive(server.origin, { token: root })
    expect(await eventually(() => live.refused())).toBe(503)
  })

  it("keeps the worker from claiming jobs while a gate is closed", async () => {
    await server.run(scanLibrary(administrator, libraryId, undefined))
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await runs()).toContain("queued")
  })

  it("lets only administrators accept a gate, and records the acceptance once", async () => {
    expect((await accept(ada, "second")).status).toBe(403)
    expect((await accept(root, "no such gate")).status).toBe(404)
    expect((await status()).bootState).toBe("gate")
    const answers = await Promise.all([accept(root, "second"), accept(root, "second")])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200])
    expect((await accept(root, "second")).status).toBe(200)
    expect(await status()).toMatchObject({ bootState: "ready", breakingGate: { id: "second" } })
    expect((await server.get("/api/videos", ada)).status).toBe(200)
    const events = await server.rows("select type, data from events where type like 'gate.%'")
    expect(events.map(({ type }) => type).sort()).toEqual(["gate.accepted.v1", "gate.not-needed.v1"])
  })

  it("opens a gate after it was accepted on another server", async () => {
    gates = [first, second, { ...first, id: "third" }]
    await server.restart()
    expect((await status()).bootState).toBe("gate")
    await server.rows("insert into breaking_gates (id, accepted_at) values ('third', now())")
    await eventually(async () => (await status()).bootState === "ready")
    await eventually(async () => (await runs()).every((status) => status === "completed"))
  })
})
