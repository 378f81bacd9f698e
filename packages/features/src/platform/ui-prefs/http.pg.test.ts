import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { maxKeys } from "./commands.ts"

let server: TestServer
let root: string
let ada: string
beforeAll(async () => {
  server = await startTestServer()
  root = (await server.setup()).token
  ada = (await server.account({ username: "ada" })).token
})
afterAll(() => server.stop())

const address = (key: string) => `/api/ui-prefs/${encodeURIComponent(key)}`
const put = (token: string, key: string, body: unknown) =>
  server.request("PUT", address(key), { token, body })
const valueOf = async (token: string, key: string): Promise<unknown> =>
  (await server.get(address(key), token)).json.data.value

describe("preferences", () => {
  it("stores preferences per account", async () => {
    expect((await put(root, "videos.list", { value: { sort: "title" } })).json.data).toEqual({
      key: "videos.list",
      value: { sort: "title" }
    })
    await put(ada, "videos.list", { value: 5 })
    expect(await valueOf(root, "videos.list")).toEqual({ sort: "title" })
    expect(await valueOf(ada, "videos.list")).toBe(5)
  })

  it("returns 404 for a key that was never set", async () => {
    const { json, status } = await server.get(address("never set"), root)
    expect([status, json.error.code]).toEqual([404, "not_found"])
    await put(root, "short", { value: true })
    for (let n = 0; n < 2; n += 1)
      expect((await server.request("DELETE", address("short"), { token: root })).status).toBe(200)
    expect((await server.get(address("short"), root)).status).toBe(404)
  })

  it.each([null, false, 0, "", [], "\0 and \ud800", { __proto__: null, constructor: 1 }, "ü".repeat(9)])(
    "stores any JSON value: %j",
    async (value) => {
      await put(root, "any", { value })
      expect(await valueOf(root, "any")).toEqual(value)
    }
  )

  it("accepts a preference named __proto__", async () => {
    const body = '{"value":{"__proto__":{"isAdmin":true}}}'
    const { status } = await server.request("PUT", address("__proto__"), { token: root, body })
    expect(status).toBe(200)
    expect((await server.get(address("__proto__"), root)).text).toContain('{"__proto__":{"isAdmin":true}}')
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined()
  })

  it("rejects preferences that are too large or nested too deeply", async () => {
    const status = async (key: string, body: unknown) => (await put(root, key, body)).status
    expect(await status("k".repeat(200), { value: "x".repeat(65_534) })).toBe(200)
    expect(await status("k".repeat(201), { value: 1 })).toBe(400)
    expect(await status("large", { value: "x".repeat(65_535) })).toBe(413)
    expect(await status("wide", { value: "ü".repeat(33_000) })).toBe(413)
    expect(await status("deep", { value: JSON.parse("[".repeat(66) + "]".repeat(66)) })).toBe(400)
    expect(await status("other", {})).toBe(400)
    expect(await status("other", { value: 1, more: 2 })).toBe(400)
  })

  it("limits the number of preferences per account, even for concurrent requests", async () => {
    const added = await Promise.all(
      Array.from({ length: maxKeys + 5 }, (_, n) => put(ada, `many ${n}`, { value: n }))
    )
    // The account already has one preference, so only `maxKeys - 1` requests can add one.
    expect(added.filter(({ status }) => status === 200)).toHaveLength(maxKeys - 1)
    expect(added.find(({ status }) => status !== 200)?.json.error.code).toBe("conflict")
    expect((await put(ada, "videos.list", { value: "replaced" })).status).toBe(200)
  })

  it("requires a session for preferences", async () => {
    expect((await server.get(address("any"))).status).toBe(401)
  })
})
