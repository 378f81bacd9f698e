import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { TargetKind } from "../../IdentifySource.ts"
import { applyProposal } from "./apply.ts"
import type { Decision } from "./decision.ts"
import { propose } from "./propose.ts"
import { acceptAll } from "./review.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let accountId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  accountId = String((await server.rows("select id from accounts limit 1"))[0]!["id"])
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object) =>
  server.request(method, `/api/${path}`, { token: admin, ...(body === undefined ? {} : { body }) })
const get = async (path: string): Promise<Json> => (await server.get(`/api/${path}`, admin)).json.data
const create = async (list: string, body: object): Promise<string> =>
  (await send("POST", list, body)).json.data.id

const scraped = (fields: Record<string, string>, relations: Json = {}) => ({ fields, urls: [], relations })
const named = (...names: ReadonlyArray<string>) => names.map((Name) => scraped({ Name }))
const source = { kind: "scraper", id: "fake", name: "Fake DB" } as const
const offer = (kind: TargetKind, id: string, result: ReturnType<typeof scraped>) =>
  server.run(
    propose({
      ...{ source, target: { kind, id }, action: "performerByURL", matchType: "url", confidence: 90 },
      scraped: result
    })
  )
const context = { log: () => Effect.void, progress: () => Effect.void }
const apply = (id: string) => server.run(applyProposal(id, context) as Effect.Effect<Json, never, never>)
const tagRows = async (id: string) =>
  (
    await server.rows(
      "select e.name, t.source from related_tags t join related_entities e on e.id = t.tag_id where t.entity_id = $1 order by 1",
      [id]
    )
  ).map(({ name, source: from }) => [name, from])
const tagNames = async () =>
  (await server.rows("select name from related_entities where kind = 'tag' order by 1")).map(
    ({ name }) => name
  )

it.each(["performers", "studios"] as const)(
  "adds the tags of an accepted result to %s and removes the tags on undo",
  async (list) => {
    const kind = list === "performers" ? "performer" : "studio"
    const [tall, calm, loud] = ["Tall", "Calm", "Loud"].map((word) => `${word} ${kind}`)
    const id = await create(list, { name: "Ann Lee", tags: [tall] })
    const known = await create("tags", { name: calm, aliases: [`Quiet ${kind}`] })
    const before = await tagNames()
    const Tags = named(tall!, `QUIET ${kind}`, loud!)
    const proposal = await offer(kind, id, scraped({ Name: "Ann Lee", Details: "Text." }, { Tags }))
    expect((await get(`proposals/${proposal}`)).relations.tags).toMatchObject([
      { name: tall, isPresent: true },
      { name: `QUIET ${kind}`, matched: { id: known, by: "alias" }, isPresent: false },
      { name: loud, matched: null, isPresent: false }
    ])
    const tags = [{ index: 2, use: "create" }]
    const answer = await send("POST", `${list}/${id}/apply-scrape`, {
      scrapeResultId: proposal,
      fields: ["details", "tags"],
      relations: { tags }
    })
    expect(answer.status).toBe(200)
    expect(await apply(proposal)).toMatchObject({ applied: true, created: 1 })
    expect(await apply(proposal)).toEqual({ skipped: true })
    const after = [
      [calm, "scrape"],
      [loud, "scrape"],
      [tall, "user"]
    ]
    expect(await tagRows(id)).toEqual(after)
    const undone = await send("POST", "history/undo", { batchId: answer.json.data.changeId })
    expect(undone.json.data).toMatchObject({ skippedCount: 0 })
    expect(await tagRows(id)).toEqual([[tall, "user"]])
    expect(await tagNames()).toEqual(before)
  }
)

it("adds only matching tags unless the reviewer selects more", async () => {
  const id = await create("performers", { name: "Bo Day" })
  await create("tags", { name: "Matching" })
  const result = scraped({ Details: "Text." }, { Tags: named("Matching", "Nowhere") })
  const first = await offer("performer", id, result)
  await send("POST", `performers/${id}/apply-scrape`, { scrapeResultId: first, fields: ["details"] })
  await apply(first)
  expect(await tagRows(id)).toEqual([])
  const second = await offer("performer", id, result)
  await send("POST", `performers/${id}/apply-scrape`, { scrapeResultId: second })
  await apply(second)
  expect(await tagRows(id)).toEqual([["Matching", "scrape"]])
})

/** Accepts a proposal with the options of a run and applies the proposal. */
const decide = async (id: string, kind: TargetKind, targetId: string, decision: Decision) => {
  const ids = { sourceKind: source.kind, sourceId: source.id, sourceName: source.name }
  await server.run(acceptAll(accountId, [{ id, targetKind: kind, targetId, ...ids }], decision, uuidv7()))
  return apply(id)
}

it("ignores, adds or replaces tags according to the options of the run", async () => {
  const id = await create("performers", { name: "Cy Fox", tags: ["Old"] })
  const result = scraped({}, { Tags: named("New") })
  for (const [mode, expected] of [
    ["ignore", [["Old", "user"]]],
    [
      "merge",
      [
        ["New", "scrape"],
        ["Old", "user"]
      ]
    ],
    ["overwrite", [["New", "scrape"]]]
  ] as const) {
    const proposal = await offer("performer", id, result)
    await decide(proposal, "performer", id, { modes: { tags: mode }, createMissing: { tags: true } })
    expect([mode, await tagRows(id)]).toEqual([mode, expected])
  }
})

it("creates a performer of a scene together with the tags from the source", async () => {
  const library = await makeLibrary(server)
  const id = await makeItem(server, { libraryId: library, title: "untitled 01" })
  await create("tags", { name: "Singer" })
  const before = await tagNames()
  const Performers = [scraped({ Name: "Di Moe" }, { Tags: named("Singer", "Juggler") })]
  const proposal = await offer("video", id, scraped({ Title: "Harbor" }, { Performers }))
  const createMissing = { performers: true, tags: true }
  expect(await decide(proposal, "video", id, { createMissing })).toMatchObject({ created: 2 })
  const [performer] = (await get(`videos/${id}`)).performers
  expect(await tagRows(performer.id)).toEqual([
    ["Juggler", "scrape"],
    ["Singer", "scrape"]
  ])
  const { changeId } = await get(`proposals/${proposal}`)
  const undone = await send("POST", "history/undo", { batchId: changeId })
  expect(undone.json.data).toMatchObject({ skippedCount: 0 })
  expect(await tagNames()).toEqual(before)
})
