import { startStashBox, type StashBoxServer } from "@media/testkit/stashbox/StashBoxServer"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

const KEY = "key-of-mia-that-nobody-sees-a1b2"
const SCENE = "3f0a1b6e-6f0f-4a53-9b3c-0d6a2f1f0001"
const OTHER = "3f0a1b6e-6f0f-4a53-9b3c-0d6a2f1f0002"

let box: StashBoxServer
let server: TestServer
let token = ""
let member = ""
let items: ReadonlyArray<string> = []
beforeAll(async () => {
  box = await startStashBox({ key: KEY })
  server = await startTestServer({ isWorking: true, environment: { MEDIA_ALLOW_PRIVATE_FETCH: box.host } })
  token = (await server.setup()).token
  member = (await server.account({ username: "tom" })).token
  for (const name of ["Night Boat", "Day Boat"])
    writeFileSync(join(server.media, `${name}.mp4`), "x".repeat(100) + name)
  await send("POST", "/api/libraries", {
    name: "Films",
    contents: ["videos"],
    roots: [{ path: server.media }]
  })
  items = await eventually(async () => {
    const { items } = await data("/api/videos?sort=title&order=desc")
    return items.length === 2 ? items.map(({ id }: { readonly id: string }) => id) : undefined
  })
  for (const [at, id] of items.entries())
    await server.rows(
      `insert into item_fingerprints (item_id, size_bytes, mtime_ms, oshash, md5, phash)
       values ($1, 1, 1, $2, decode($3, 'hex'), $4)
       on conflict (item_id) do update set oshash = excluded.oshash, md5 = excluded.md5, phash = excluded.phash`,
      [id, String(1000 + at), `${at}`.padStart(32, "0"), String(170 + at)]
    )
  await server.rows("update items set duration = 600 where kind = 'video'")
})
afterAll(async () => {
  await server.stop()
  box.stop()
})

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const endpoint = async (): Promise<Json> => (await data("/api/stashbox-endpoints"))[0]
const at = async (action: string): Promise<string> =>
  `/api/stashbox-endpoints/${(await endpoint()).id}/${action}`

const scene = (id: string, title: string, fingerprints: ReadonlyArray<object>): Json => ({
  id,
  title,
  details: "On the water.",
  release_date: "2019-08-24",
  duration: 600,
  urls: [{ url: "https://site.example/1" }],
  images: [{ url: "https://cdn.example/1.jpg", width: 800, height: 450 }],
  studio: { id: OTHER, name: "Harbor" },
  performers: [
    { as: "Mia B", performer: { id: OTHER, name: "Mia Berg", gender: "FEMALE", birth_date: "1990-05" } }
  ],
  tags: [{ id: OTHER, name: "Boats" }],
  fingerprints
})

it("stores, tests and changes a stash-box", async () => {
  const made = await send("POST", "/api/stashbox-endpoints", {
    name: "Harbor DB",
    url: box.url,
    apiKey: ` ${KEY} `
  })
  expect(made.data).toMatchObject({ name: "Harbor DB", url: box.url, apiKeyHint: "a1b2", needsKey: false })
  expect(await send("POST", await at("test"))).toMatchObject({ data: { username: "mia" } })
  const again = await send("POST", "/api/stashbox-endpoints", { name: "Again", url: box.url, apiKey: KEY })
  expect(again.error.code).toBe("conflict")
  const one = `/api/stashbox-endpoints/${made.data.id}`
  expect(await send("PATCH", one, { url: "https://elsewhere.example/graphql" })).toMatchObject({
    error: { code: "validation", fields: [{ path: "apiKey" }] }
  })
  expect((await send("PATCH", one, { apiKey: "wrong-key-9999" })).data.apiKeyHint).toBe("9999")
  expect(await send("POST", `${one}/test`)).toMatchObject({
    error: { code: "upstream_failed", message: "The stash-box rejected the API key. Enter a valid key." }
  })
  expect((await send("PATCH", one, { apiKey: KEY, name: "Harbor" })).data).toMatchObject({ name: "Harbor" })
  for (const url of ["ftp://a.example", "stashdb.org", "https://u:p@a.example/graphql"])
    expect((await send("POST", "/api/stashbox-endpoints", { name: "x", url, apiKey: KEY })).error.code).toBe(
      "validation"
    )
})

it("creates a proposal for a scene that matches the item's fingerprints", async () => {
  box.state.content = {
    ...box.state.content,
    scenes: [
      scene(SCENE, "The Night Boat", [{ algorithm: "OSHASH", hash: "00000000000003e8", duration: 603 }])
    ]
  }
  const { results } = (await send("POST", await at("identify"), { ids: [items[0]] })).data
  expect(results).toMatchObject([
    {
      remoteId: SCENE,
      matchType: "fingerprint",
      confidence: 96,
      url: `http://${box.host}/scenes/${SCENE}`,
      fields: { title: "The Night Boat", date: "2019-08-24", externalIds: { "127001": SCENE } },
      images: [{ url: "https://cdn.example/1.jpg", width: 800 }],
      relations: {
        performers: [{ name: "Mia Berg", as: "Mia B", fields: { gender: "female", birthDate: "1990-05" } }],
        studio: { name: "Harbor" },
        tags: [{ name: "Boats" }]
      }
    }
  ])
  const [proposal] = await server.rows("select * from proposals where id = $1", [results[0].proposalId])
  expect(proposal).toMatchObject({
    source_kind: "stashbox",
    target_id: items[0],
    confidence: 96,
    status: "pending"
  })
})

it("stores the ids of accepted scenes and matches performers by their stored ids", async () => {
  const { id: mia } = (await send("POST", "/api/performers", { name: "Mia Berg" })).data
  const started = (await send("POST", await at("identify"), { ids: items })).data
  expect(started).toMatchObject({ matched: 2, jobRunId: expect.any(String) })
  // The stash-box has no scene for the other video.
  const { id } = await eventually(
    async () => (await data(`/api/proposals?batchId=${started.batchId}`)).items[0]
  )
  const shown = async (proposal: string) => (await data(`/api/proposals/${proposal}`)).relations.performers[0]
  expect(await shown(id)).toMatchObject({ name: "Mia Berg", matched: { id: mia, by: "name" } })
  await send("POST", `/api/videos/${items[0]}/accept-scrape`, { scrapeResultId: id })
  await eventually(async () => (await data(`/api/performers/${mia}`)).externalIds["127001"] === OTHER)
  expect((await data(`/api/videos/${items[0]}`)).externalIds).toEqual({ "127001": SCENE })
  await send("PATCH", `/api/performers/${mia}`, { name: "Somebody else" })
  const again = (await send("POST", await at("identify"), { ids: [items[0]] })).data.results
  expect(await shown(again[0].proposalId)).toMatchObject({ matched: { id: mia, by: "stashId" } })
  await send("PATCH", `/api/videos/${items[0]}`, { title: "Night Boat", externalIds: {} })
})

it("falls back to the id and the title, and returns all results if several scenes match", async () => {
  const byLook = (bits: string) => [{ algorithm: "PHASH", hash: bits, duration: 600 }]
  box.state.content = {
    ...box.state.content,
    scenes: [
      scene(SCENE, "Night Boat", byLook("00000000000000aa")),
      scene(OTHER, "Day Boat", byLook("00000000000000aa"))
    ]
  }
  const several = (await send("POST", await at("identify"), { videoIds: [items[0]] })).data.results
  expect(several.map(({ confidence, matchType }: Json) => [matchType, confidence])).toEqual([
    ["fingerprint", 95],
    ["fingerprint", 95]
  ])
  box.state.content = { ...box.state.content, scenes: [scene(SCENE, "Night Boat", [])] }
  const titled = (await send("POST", await at("identify"), { ids: [items[0]] })).data.results
  expect(titled).toMatchObject([{ matchType: "title", confidence: 80 }])
  await send("PATCH", `/api/videos/${items[0]}`, { externalIds: { "127001": SCENE } })
  const known = (await send("POST", await at("identify"), { ids: [items[0]] })).data.results
  expect(known).toMatchObject([{ matchType: "id", confidence: 100 }])
})

it("finds performers, studios and tags by name, id and URL", async () => {
  box.state.content = {
    ...box.state.content,
    performers: [
      { id: OTHER, name: "Mia Berg", aliases: ["Mia B"], gender: "NON_BINARY", height: 170, country: "SE" },
      { id: SCENE, name: "Mia Old", merged_into_id: OTHER }
    ],
    studios: [{ id: OTHER, name: "Harbor" }],
    tags: [{ id: OTHER, name: "Boats", description: "Ships, too." }]
  }
  const found = async (kind: string, query: string) =>
    (await send("POST", await at(`lookup/${kind}`), { query })).data.results
  const mia = {
    remoteId: OTHER,
    name: "Mia Berg",
    fields: { gender: "non_binary", heightCm: 170, country: "SE" }
  }
  expect(await found("performer", "mia berg")).toMatchObject([mia, { name: "Mia Old" }])
  expect(await found("performer", `https://box.example/performers/${SCENE}`)).toMatchObject([mia])
  expect(await found("studio", "Harbor")).toMatchObject([{ fields: { externalIds: { "127001": OTHER } } }])
  expect(await found("tag", "boats")).toMatchObject([
    { name: "Boats", fields: { description: "Ships, too." } }
  ])
  expect(await found("studio", "Nobody")).toEqual([])
})

const ledger = async (): Promise<ReadonlyArray<Json>> => (await data(await at("submissions"))).items
const submit = async (body: object) => (await send("POST", await at("submit-fingerprints"), body)).data
const isQuiet = () =>
  eventually(async () => {
    const { waiting } = (await endpoint()).submissions
    return waiting === 0
  })

it("sends each fingerprint only once", async () => {
  box.sent.length = 0
  expect(await submit({ ids: items })).toMatchObject({ queued: 3, unfit: 1, jobRunId: expect.any(String) })
  await isQuiet()
  expect(box.sent.map(({ algorithm, hash, vote }) => [algorithm, hash, vote])).toEqual([
    ["MD5", "0".repeat(32), "VALID"],
    ["OSHASH", "00000000000003e8", "VALID"],
    ["PHASH", "00000000000000aa", "VALID"]
  ])
  expect(await submit({ ids: items })).toEqual({ queued: 0, unfit: 1, jobRunId: null })
  expect(await submit({ linked: true })).toEqual({ queued: 0, unfit: 0, jobRunId: null })
  expect((await submit({ videoIds: [items[0]], vote: "INVALID" })).queued).toBe(3)
  await isQuiet()
  expect((await submit({ ids: [items[0]], vote: "REMOVE" })).queued).toBe(3)
  await isQuiet()
  expect(box.sent.slice(3).map(({ vote }) => vote)).toEqual([
    ...["INVALID", "INVALID", "INVALID"],
    ...["REMOVE", "REMOVE", "REMOVE"]
  ])
  expect(await ledger()).toMatchObject([
    { title: "Night Boat", vote: "REMOVE", status: "sent", sceneId: SCENE, duration: 600 },
    { algorithm: "OSHASH" },
    { algorithm: "MD5" }
  ])
  expect((await endpoint()).submissions).toEqual({ waiting: 0, sent: 3, failed: 0 })
})

it("asks the stash-box which fingerprints it received if a response was lost, instead of sending them again", async () => {
  box.sent.length = 0
  let cuts = 0
  box.state.instead = ({ query }) =>
    query.includes("submitFingerprints(") && cuts++ === 0 ? { isCut: true } : undefined
  const { jobRunId } = await submit({ ids: [items[0]] })
  await eventually(async () => cuts > 0 && (await ledger()).some(({ status }) => status === "sending"))
  expect(box.sent).toHaveLength(3)
  // The job restarts, as it would after its worker crashed.
  await eventually(async () => (await ledger()).every(({ status }) => status === "sent"))
  expect(box.sent).toHaveLength(3)
  expect((await data(`/api/jobs/${jobRunId}`)).id).toBe(jobRunId)
  box.state.instead = () => undefined
})

it("retries while the stash-box is busy, and returns its error messages without the API key", async () => {
  let count = 0
  box.state.instead = () => (count++ === 0 ? { status: 429, headers: { "retry-after": "0" } } : undefined)
  expect(await send("POST", await at("test"))).toMatchObject({ data: { username: "mia" } })
  box.state.instead = () => ({ body: { data: null, errors: [{ message: `no ${KEY}`, path: ["me", 0] }] } })
  expect(await send("POST", await at("test"))).toMatchObject({
    error: { code: "upstream_failed", message: "The stash-box responded: no … (me.0)." }
  })
  box.state.instead = () => undefined
})

it("counts requests against the rate limit that all processes share", async () => {
  const { requestsLeft, requestsPerMinute } = await endpoint()
  expect(requestsPerMinute).toBe(200)
  expect(requestsLeft).toBeGreaterThan(0)
  await server.rows("update stashbox_endpoints set empty_at = now() + interval '1 second'")
  expect((await endpoint()).requestsLeft).toBe(0)
  await send("POST", await at("test"))
  const [after] = await server.rows(
    "select empty_at > now() - interval '1 minute' as taken from stashbox_endpoints"
  )
  expect(after).toEqual({ taken: true })
})

it("works with an older stash-box that accepts only one fingerprint per request", async () => {
  const old = await startStashBox({ key: KEY, isOlder: true })
  old.state.content = { ...box.state.content, scenes: [scene(SCENE, "Night Boat", [])] }
  await send("DELETE", `/api/stashbox-endpoints/${(await endpoint()).id}`)
  expect(await data("/api/stashbox-endpoints")).toEqual([])
  expect(await server.rows("select 1 from sealed_values")).toEqual([])
  expect(await server.rows("select 1 from stashbox_submissions")).toEqual([])
  // The server in this test may connect only to the first stash-box. Therefore, the first stash-box returns the
  // responses of the older one.
  box.state.instead = ({ query, variables }) => ({ ...old.answer({ query, variables }) })
  await send("POST", "/api/stashbox-endpoints", { name: "Old", url: box.url, apiKey: KEY })
  expect((await send("POST", await at("identify"), { ids: [items[0]] })).data.results).toMatchObject([
    { matchType: "id", remoteId: SCENE }
  ])
  expect((await submit({ ids: [items[0]] })).queued).toBe(3)
  await isQuiet()
  expect(old.sent).toHaveLength(3)
  expect(old.asked.filter(({ query }) => query.includes("submitFingerprint("))).toHaveLength(3)
  expect(await ledger()).toMatchObject([{ status: "sent" }, { status: "sent" }, { status: "sent" }])
  box.state.instead = () => undefined
  old.stop()
})

it("requires the API key again if it can no longer be decrypted", async () => {
  const { id } = await endpoint()
  await server.rows(
    "update sealed_values set encrypted_value = 'v1:other:' || split_part(encrypted_value, ':', 3) || ':' || split_part(encrypted_value, ':', 4)"
  )
  expect(await endpoint()).toMatchObject({ needsKey: true, apiKeyHint: "a1b2" })
  expect(await send("POST", await at("test"))).toMatchObject({
    error: { code: "conflict", message: "The API key cannot be read. Enter it again." }
  })
  await send("PATCH", `/api/stashbox-endpoints/${id}`, { apiKey: KEY })
  expect(await endpoint()).toMatchObject({ needsKey: false })
})

it("rejects requests from members with 403", async () => {
  const one = `/api/stashbox-endpoints/${(await endpoint()).id}`
  for (const [method, target, body] of [
    ["GET", "/api/stashbox-endpoints", undefined],
    ["POST", "/api/stashbox-endpoints", { name: "x", url: box.url, apiKey: KEY }],
    ["PATCH", one, { name: "x" }],
    ["DELETE", one, undefined],
    ["POST", `${one}/test`, {}],
    ["POST", `${one}/identify`, { ids: [items[0]] }],
    ["POST", `${one}/lookup/performer`, { query: "mia" }],
    ["POST", `${one}/submit-fingerprints`, { ids: [items[0]] }],
    ["GET", `${one}/submissions`, undefined]
  ] as const) {
    const reply = await server.request(method, target, {
      token: member,
      ...(body === undefined ? {} : { body })
    })
    expect([target, reply.status]).toEqual([target, 403])
  }
})

it("never exposes API keys in responses, logs or database tables", async () => {
  const tables = await server.rows(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
  )
  for (const { name } of tables) {
    const found = await server.rows(`select 1 from "${String(name)}" t where t::text like $1 limit 1`, [
      `%${KEY.slice(0, 20)}%`
    ])
    expect([name, found]).toEqual([name, []])
  }
  const answers = [
    "/api/stashbox-endpoints",
    "/api/jobs",
    "/api/history",
    "/api/system/status",
    "/api/settings"
  ]
  for (const target of answers) expect((await server.get(target, token)).text).not.toContain(KEY.slice(0, 20))
  expect((await server.get(await at("submissions"), token)).text).not.toContain(KEY)
  expect(server.logs.join("\n")).not.toContain(KEY.slice(0, 20))
})
