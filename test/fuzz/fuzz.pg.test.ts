import { openLibrary, writeTree } from "@media/testkit/Library"
import type { Reply } from "@media/testkit/HttpCall"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, expect, it } from "vitest"
import { fileKinds as kinds, sampleOf } from "../itemSamples.ts"
import { randomOf, seedOf } from "../permissions/Random.ts"
import { requestTo, type Document, type Wire } from "./Generate.ts"

// Sends wrong, huge, nested and truncated input to every operation of the OpenAPI document. `npm run fuzz -- SECONDS
// SEED` runs the test for a longer time.
const random = randomOf(seedOf("FUZZ_SEED"))
const seconds = Number(process.env["FUZZ_SECONDS"] ?? 12)
const MOST_MILLIS = 20_000
/**
 * Maximum number of bytes by which memory may grow between the first quarter and the end of the run. Garbage is
 * collected before both measurements.
 */
const MOST_GROWTH = 100 * 1024 * 1024

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void
const held = (): number => {
  // Deletes the log lines that the test server keeps for other tests.
  server.logs.splice(0)
  collect()
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

let server: TestServer
let document: Document
let ids: Array<string>
const tokens: Array<string> = []

beforeAll(async () => {
  server = await startTestServer({ environment: { MEDIA_TRUSTED_PROXIES: "127.0.0.1" } })
  tokens.push((await server.setup()).token)
  const files = kinds.map((kind) => [kind, sampleOf(kind)] as const)
  for (const [{ kind }, { content, extension }] of files)
    writeTree(join(server.media, "all"), { [`${kind}.${extension}`]: content })
  const library = await openLibrary(server, [join(server.media, "all")], {
    contents: kinds.map(({ contents }) => contents)
  })
  await library.scan()
  tokens.push((await server.account({ username: "member", libraryIds: [library.id] })).token)
  document = (await server.get("/api/openapi.json", tokens[0])).json
  const rows = (await server.rows("select id from items")) as unknown as ReadonlyArray<{
    readonly id: string
  }>
  ids = [...rows.map(({ id }) => id), library.id, "01900000-0000-7000-8000-00000000dead"]
})
afterAll(() => server.stop())

let spare = 0
/** Signs in again if a fuzzed request has ended the session. */
const renew = async (index: number): Promise<void> => {
  spare += 1
  const role = index === 0 ? ("administrator" as const) : ("member" as const)
  const account = await server.account({ username: `spare${spare}`, role })
  tokens[index] = account.token
}

const wrongWith = (wire: Wire, reply: Reply, documented: ReadonlyArray<string>): string | undefined => {
  if (!documented.includes(String(reply.status))) return `the document lists ${documented.join(", ")}`
  if (reply.status >= 500 && reply.status !== 502 && reply.status !== 503) return "a fault"
  const isJson = String(reply.headers["content-type"] ?? "").startsWith("application/json")
  if (!isJson || wire.target.startsWith("/api/openapi.json")) return undefined
  const { error, ok } = reply.json ?? {}
  if (wire.target.startsWith("/api/health") || wire.target.startsWith("/api/auth/setup-status"))
    return undefined
  const isEnvelope =
    reply.status < 400
      ? ok === true
      : ok === false && typeof error?.code === "string" && typeof error?.message === "string"
  return isEnvelope ? undefined : "not in the envelope"
}

it(
  `responds to any request of every operation, for ${seconds} s`,
  async () => {
    process.stdout.write(`fuzz: seed ${random.seed}\n`)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation
      }))
    )
    const before = process.memoryUsage().rss
    const end = performance.now() + seconds * 1_000
    const wrong: Array<string> = []
    let asked = 0
    let slowest = 0
    // Operations are requested in turn and at least once each, so that even a short run on a busy machine reaches all
    // of them.
    while ((performance.now() < end || asked < operations.length) && wrong.length < 20) {
      const picked = operations[asked % operations.length]!
      asked += 1
      const wire = requestTo(document, random, picked, ids)
      const caller = random.pick([0, 0, 0, 1, 2])
      const begun = performance.now()
      const answered = server.request(wire.method, wire.target, { ...wire, token: tokens[caller] })
      const reply = await Promise.race([
        answered.catch((error: Error) => error.message),
        new Promise<string>((done) => setTimeout(() => done("no answer"), MOST_MILLIS))
      ])
      slowest = Math.max(slowest, performance.now() - begun)
      const problem =
        typeof reply === "string" ? reply : wrongWith(wire, reply, Object.keys(picked.operation.responses))
      if (problem !== undefined) {
        const status = typeof reply === "string" ? "" : ` ${reply.status} ${reply.text.slice(0, 200)}`
        wrong.push(
          `${picked.method} ${picked.path}: ${problem}:${status} to ${wire.target.slice(0, 200)} ${JSON.stringify(wire.headers)} ${wire.body?.slice(0, 300) ?? ""}`
        )
      }
      if (typeof reply !== "string" && reply.status === 401 && caller < 2) {
        const { status } = await server.get("/api/auth/me", tokens[caller])
        if (status !== 200) await renew(caller)
      }
    }
    const grown = held() - (before ?? 0)
    process.stdout.write(
      `fuzz: ${asked} requests to ${operations.length} operations, slowest ${Math.round(slowest)} ms, grown by ${Math.round(grown / 2 ** 20)} MB\n`
    )
    expect(wrong, `seed ${random.seed}`).toEqual([])
    expect(grown, `seed ${random.seed}`).toBeLessThan(MOST_GROWTH)
    expect((await server.get("/api/health")).status).toBe(200)
  },
  seconds * 1_000 + 180_000
)
