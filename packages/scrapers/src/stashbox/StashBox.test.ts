import { allowedHost } from "@media/egress/AllowList"
import { makeEgress } from "@media/egress/LiveEgress"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"
import * as TestContext from "effect/TestContext"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { localAllowance } from "./Allowance.ts"
import { hashDistance } from "./Fingerprint.ts"
import { makeStashBox } from "./StashBox.ts"

interface Asked {
  readonly query: string
  readonly variables: Record<string, unknown>
}
interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: unknown
}

const KEY = "secret-key-of-the-test"
const asked: Array<Asked> = []
let reply: (asked: Asked) => Reply | undefined = () => undefined
let fields: Record<string, ReadonlyArray<string>> | undefined

const scene = (id: string) => ({
  id,
  title: `Scene ${id}`,
  urls: [{ url: `https://a.example/${id}` }],
  studio: null
})
const usual = ({ query, variables }: Asked): unknown => {
  if (query.includes("__type"))
    return {
      data: Object.fromEntries(
        ["Query", "Mutation", "Scene", "Performer", "Studio", "Tag"].map((type) => [
          type,
          fields?.[type] === undefined ? null : { fields: fields[type].map((name) => ({ name })) }
        ])
      )
    }
  if (query.includes("findScenesBySceneFingerprints")) {
    const lists = variables["fingerprints"] as ReadonlyArray<ReadonlyArray<{ hash: string }>>
    return {
      data: { findScenesBySceneFingerprints: lists.map((list) => list.map(({ hash }) => scene(hash))) }
    }
  }
  if (query.includes("me {")) return { data: { me: { name: "mia" } } }
  return { data: {} }
}

const server = createServer((request, response) => {
  let text = ""
  request.on("data", (chunk: Buffer) => (text += chunk.toString()))
  request.on("end", () => {
    const one = JSON.parse(text) as Asked
    asked.push(one)
    const isKnown = request.headers["apikey"] === KEY
    const {
      body,
      headers,
      status = 200
    } = isKnown ? (reply(one) ?? { body: usual(one) }) : { body: "no", status: 401, headers: {} }
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))
  })
})
let url = ""
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked.length = 0
  reply = () => undefined
  fields = undefined
})

type Box = Effect.Effect.Success<ReturnType<typeof makeStashBox>>
const using = <A, E>(use: (box: Box) => Effect.Effect<A, E>, apiKey = KEY) => {
  const egress = makeEgress({ allowed: [allowedHost("127.0.0.1")!], resolve: () => Effect.succeed([]) })
  return Effect.runPromise(
    Effect.either(
      Effect.flatMap(makeStashBox({ egress, endpoint: { url, apiKey }, allowance: Effect.void }), use)
    )
  )
}
const md5 = (hash: string) => [{ algorithm: "MD5" as const, hash }]

describe("findByFingerprints", () => {
  it("looks up 40 items per request and returns results in the order of the items", async () => {
    const items = Array.from({ length: 85 }, (_, at) => (at === 1 ? [] : md5(`h${at}`)))
    const found = Either.getOrThrow(await using(({ findByFingerprints }) => findByFingerprints(items)))
    expect(found.map((scenes) => scenes.map(({ id }) => id))).toEqual(
      items.map((all) => all.map(({ hash }) => hash))
    )
    const sizes = asked
      .slice(1)
      .map(({ variables }) => (variables["fingerprints"] as ReadonlyArray<unknown>).length)
    expect(sizes).toEqual([40, 40, 4])
  })

  it("sends perceptual hashes as 16 lowercase hex digits, and compares them in any spelling", async () => {
    await using(({ findByFingerprints }) => findByFingerprints([[{ algorithm: "PHASH", hash: "ABC1" }]]))
    expect(asked.at(-1)!.variables["fingerprints"]).toEqual([
      [{ algorithm: "PHASH", hash: "000000000000abc1" }]
    ])
    expect(hashDistance("abc1", "000000000000ABC0")).toBe(1)
    expect(hashDistance("ffffffffffffffff", "0")).toBe(64)
    expect(hashDistance("no hash", "0")).toBeUndefined()
  })

  it("uses the partial data of a response that also contains an error", async () => {
    const errors = [{ message: "studio is gone", path: ["findScenesBySceneFingerprints", 0] }]
    const answer = (scenes: unknown, more = {}) => ({
      body: { data: { findScenesBySceneFingerprints: scenes }, ...more }
    })
    reply = ({ query }) => (query.includes("__type") ? undefined : answer([[null, scene("a")]], { errors }))
    expect(await using(({ findByFingerprints }) => findByFingerprints([md5("a")]))).toMatchObject({
      right: [[{ id: "a" }]]
    })
    reply = ({ query }) => (query.includes("__type") ? undefined : answer([[], []]))
    expect(await using(({ findByFingerprints }) => findByFingerprints([md5("a")]))).toMatchObject({
      left: { reason: "The stash-box did not return a result for each item." }
    })
  })
})

describe("with an older server", () => {
  beforeEach(() => {
    fields = {
      Query: ["searchScene", "searchPerformer", "findPerformer"],
      Mutation: ["submitFingerprint"],
      Scene: ["id", "title", "date", "urls"],
      Performer: ["id", "name", "merged_into_id"]
    }
  })

  it("requests only fields that the server's schema supports", async () => {
    reply = ({ query }) =>
      query.includes("searchScene(") ? { body: { data: { searchScene: [scene("a")] } } } : undefined
    const search = ({ searchScenes }: Box) => Effect.zip(searchScenes("night"), searchScenes("boat"))
    expect(await using(search)).toMatchObject({ right: [[{ id: "a" }], [{ id: "a" }]] })
    expect(asked).toHaveLength(3)
    expect(asked[1]!.query).toContain("{ id title date urls { url } }")
  })

  it("submits fingerprints one at a time", async () => {
    reply = ({ query, variables }) => {
      if (!query.includes("submitFingerprint(")) return undefined
      const { scene_id: id } = variables["input"] as { scene_id: string }
      return {
        body:
          id === "bad"
            ? { data: null, errors: [{ message: "no such scene" }] }
            : { data: { submitFingerprint: true } }
      }
    }
    const all = ["good", "bad"].map((sceneId) => ({ sceneId, duration: 60.4, ...md5("h")[0]! }))
    const sent = await using(({ submitFingerprints }) =>
      submitFingerprints([...all, { ...all[0]!, duration: 0 }])
    )
    expect(sent).toMatchObject({
      right: [
        { submission: all[0] },
        { submission: all[1], error: "The stash-box responded: no such scene." }
      ]
    })
    expect(asked).toHaveLength(3)
    expect(asked[1]!.variables["input"]).toEqual({
      scene_id: "good",
      fingerprint: { algorithm: "MD5", hash: "h", duration: 60 }
    })
  })
})

describe("with a current server", () => {
  it("submits up to 100 fingerprints per request", async () => {
    reply = ({ query, variables }) => {
      if (!query.includes("submitFingerprints(")) return undefined
      const input = variables["input"] as ReadonlyArray<{ hash: string; scene_id: string }>
      return {
        body: {
          data: {
            submitFingerprints: input.map(({ hash, scene_id }) => ({
              hash,
              scene_id,
              error: scene_id === "s7" ? "unknown scene" : null
            }))
          }
        }
      }
    }
    const all = Array.from({ length: 130 }, (_, at) => ({ sceneId: `s${at}`, duration: 60, ...md5("h")[0]! }))
    const sent = Either.getOrThrow(await using(({ submitFingerprints }) => submitFingerprints(all)))
    expect(
      sent.flatMap(({ error, submission }) => (error === undefined ? [] : [[submission.sceneId, error]]))
    ).toEqual([["s7", "unknown scene"]])
    expect(asked).toHaveLength(3)
  })

  it("follows a merged performer to the remaining one", async () => {
    reply = ({ query, variables }) => {
      if (!query.includes("findPerformer")) return undefined
      const id = variables["id"] as string
      return {
        body: { data: { findPerformer: { id, name: id, merged_into_id: id === "old" ? "new" : null } } }
      }
    }
    expect(await using(({ findPerformer }) => findPerformer("old"))).toMatchObject({ right: { id: "new" } })
  })

  it("returns the account name for a valid key, and never reveals the key in an error", async () => {
    expect(await using(({ test }) => test)).toMatchObject({ right: "mia" })
    expect(await using(({ test }) => test, "wrong")).toMatchObject({
      left: { code: "unauthorized", reason: "The stash-box rejected the API key. Enter a valid key." }
    })
    reply = () => ({ status: 422, body: { errors: [{ message: `bad key ${KEY}`, path: ["me"] }] } })
    expect(await using(({ test }) => test)).toMatchObject({
      left: { code: "refused", reason: "The stash-box responded: bad key … (me)." }
    })
    reply = () => ({ body: "no envelope" })
    expect(await using(({ test }) => test)).toMatchObject({ left: { code: "answer" } })
  })

  it("sends a request again if the server was busy", async () => {
    let count = 0
    reply = () => (count++ === 0 ? { status: 429, headers: { "retry-after": "0" }, body: "" } : undefined)
    expect(await using(({ test }) => test)).toMatchObject({ right: "mia" })
    expect(asked).toHaveLength(2)
  })
})

it("allows a burst of requests, then one request per interval", async () => {
  const times = Effect.gen(function* () {
    const allowance = localAllowance(60, 2)
    const start = yield* TestClock.currentTimeMillis
    const passed: Array<number> = []
    const one = Effect.zipRight(
      allowance,
      Effect.map(TestClock.currentTimeMillis, (now) => void passed.push(now - start))
    )
    const all = yield* Effect.fork(
      Effect.all(
        Array.from({ length: 5 }, () => one),
        { concurrency: "unbounded" }
      )
    )
    yield* TestClock.adjust("10 seconds")
    yield* Fiber.join(all)
    return passed
  })
  expect(await Effect.runPromise(Effect.provide(times, TestContext.TestContext))).toEqual([
    0, 0, 1_000, 2_000, 3_000
  ])
})
