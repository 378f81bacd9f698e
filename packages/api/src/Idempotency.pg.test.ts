import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { mkdirSync, rmSync } from "node:fs"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let owner: string
beforeAll(async () => {
  server = await startTestServer()
  owner = (await server.setup()).token
})
afterAll(() => server.stop())

const folder = (name: string): string => {
  mkdirSync(join(server.media, name), { recursive: true })
  return join(server.media, name)
}
const create = (token: string, key: string, path: string, fields: object = {}) =>
  server.request("POST", "/api/libraries", {
    token,
    headers: { "idempotency-key": key },
    body: { name: "Videos", contents: ["videos"], isNsfw: true, roots: [{ path }], ...fields }
  })
const codeOf = ({ json, status }: Awaited<ReturnType<typeof create>>) => [status, json.error?.code]
const libraries = async () => (await server.rows("select id from libraries")).length

it("creates a library once, even if ten requests with the same key arrive concurrently", async () => {
  const key = randomUUID()
  const path = folder("once")
  const before = await libraries()
  const replies = await Promise.all(Array.from({ length: 10 }, () => create(owner, key, path)))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
  expect([new Set(replies.map(({ json }) => json.data.id)).size, await libraries()]).toEqual([1, before + 1])
  rmSync(path, { recursive: true })
  const late = await create(owner, key.toUpperCase(), path)
  expect([late.status, late.json]).toEqual([201, replies[0]!.json])
})

it("does not return an account's response to another account that sends the same key", async () => {
  const key = randomUUID()
  const path = folder("private")
  expect((await create(owner, key, path)).status).toBe(201)
  const maker = await server.account({ username: "maker", mayCreateLibraries: true })
  const plain = await server.account({ username: "plain" })
  const refused = await create(plain.token, key, path)
  expect(codeOf(refused)).toEqual([403, "forbidden"])
  const made = await create(maker.token, key, folder("own"))
  expect([made.status, made.json.data.roots]).toEqual([201, []])
  for (const { text } of [refused, made]) expect(text).not.toContain("private")
})

it("rejects a repeated request if the caller has since lost the permission", async () => {
  const key = randomUUID()
  const path = folder("withdrawn")
  const { id, token } = await server.account({ username: "former", mayCreateLibraries: true })
  expect((await create(token, key, path)).status).toBe(201)
  await server.rows("update accounts set may_create_libraries = false where id = $1", [id])
  expect(codeOf(await create(token, key, path))).toEqual([403, "forbidden"])
})

it("rejects a key that was already used with a different body", async () => {
  const key = randomUUID()
  expect(codeOf(await create(owner, key, join(server.media, "later")))).toEqual([400, "root_unusable"])
  const path = folder("later")
  expect((await create(owner, key, path)).status).toBe(201)
  for (const fields of [{ name: "Other" }, { isNsfw: false }, { contents: ["videos", "books"] }])
    expect(codeOf(await create(owner, key, path, fields))).toEqual([422, "idempotency_key_reused"])
})

it.each(["", "1", "not-a-uuid", "x".repeat(4_000), `${randomUUID()}, ${randomUUID()}`])(
  "rejects the malformed key %# with 400",
  async (key) => {
    const before = await libraries()
    const reply = await create(owner, key, folder("malformed"))
    expect(codeOf(reply)).toEqual([400, "validation"])
    expect(reply.json.error.fields).toEqual([{ path: "Idempotency-Key", message: "Must be a UUID." }])
    expect(await libraries()).toBe(before)
  }
)
