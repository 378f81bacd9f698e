import { EventStore } from "@media/event-store/EventStore"
import { uuidv7 } from "@media/kernel/Ids"
import { Egress } from "@media/egress/Egress"
import { FetchFailed } from "@media/egress/EgressErrors"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type IdentifyOutcome, type IdentifySource, identifySource } from "../../IdentifySource.ts"
import { applyProposal } from "./apply.ts"
import { identifyAll } from "./identify.ts"
import { type NewProposal, propose } from "./propose.ts"
import { MoreSources } from "./sources.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let admin: string
let library: string
beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  library = await makeLibrary(server)
})
afterAll(() => server.stop())

const send = (method: string, path: string, body?: object, token = admin) =>
  server.request(method, `/api/${path}`, { token, ...(body === undefined ? {} : { body }) })
const get = async (path: string): Promise<Json> => (await server.get(`/api/${path}`, admin)).json.data
const video = (more: object = {}) => makeItem(server, { libraryId: library, title: "untitled 01", ...more })

const scraped = (fields: Record<string, string>, relations: Json = {}) => ({ fields, urls: [], relations })
const named = (...names: ReadonlyArray<string>) => names.map((Name) => scraped({ Name }))
const source = { kind: "scraper", id: "fake", name: "Fake DB" } as const
const offer = (id: string, result: Partial<NewProposal> = {}) =>
  server.run(
    propose({
      ...{ source, target: { kind: "video", id }, action: "sceneByURL", matchType: "url", confidence: 90 },
      scraped: scraped(
        { Title: "Harbor Lights", Date: "2024-05-31", Details: "Ships.", Director: "Ida Moe" },
        { Performers: named("Ann Lee", "Bo Day"), Studio: named("North"), Tags: named("Sea", "Night") }
      ),
      ...result
    })
  )
const context = { log: () => Effect.void, progress: () => Effect.void }
const noPictures = Egress.of({
  fetch: () => Effect.fail(new FetchFailed({ code: "status", reason: "The website answered 404." })),
  download: () => Effect.die("not used")
} as never)
/** Applies a proposal directly, without waiting for the job. */
const apply = (id: string) =>
  server.run(
    applyProposal(id, context).pipe(Effect.provideService(Egress, noPictures)) as Effect.Effect<
      Json,
      never,
      never
    >
  )
const accept = (id: string, proposal: string, body: object = {}) =>
  send("POST", `videos/${id}/accept-scrape`, { scrapeResultId: proposal, ...body })
const create = { use: "create" }
const all = {
  performers: [
    { index: 0, ...create },
    { index: 1, ...create },
    { index: 2, ...create }
  ],
  tags: [
    { index: 0, ...create },
    { index: 1, ...create }
  ],
  studio: create
}
/** Returns the state that an undo must restore. */
const stateOf = async (id: string) => {
  const {
    performers,
    studio,
    tags,
    version: _,
    updatedAt: __,
    sources: ___,
    ...rest
  } = await get(`videos/${id}`)
  const counts = await server.rows(
    "select kind::text, array_agg(name order by name) as names from related_entities group by 1 order by 1"
  )
  const names = (entities: ReadonlyArray<{ name: string }>) => entities.map(({ name }) => name)
  const stated = await server.rows(
    "select stated - 'title' as stated from item_sources where item_id = $1 and stated - 'title' <> '{}'",
    [id]
  )
  return {
    ...rest,
    performers: names(performers),
    studio: studio?.name ?? null,
    tags: names(tags),
    counts,
    stated
  }
}

it("returns the changes that a proposal would make and the values that cannot be parsed", async () => {
  const id = await video({ title: "Harbor Lights" })
  const ann = (await send("POST", "performers", { name: "Anna Lee", aliases: ["Ann Lee"] })).json.data.id
  const proposal = await offer(id, {
    scraped: scraped(
      { Title: "Harbor Lights", Date: "2024-13-40", Details: "Ships.", Director: "Ida Moe" },
      { Performers: named("ÁNN LEE", "Anna Leigh") }
    )
  })
  const detail = await get(`proposals/${proposal}`)
  expect(detail.diff).toEqual([
    { field: "details", current: null, currentSource: null, isLocked: false, proposed: "Ships." }
  ])
  expect(detail.notUnderstood).toEqual([
    { field: "date", value: "2024-13-40", reason: expect.stringContaining("neither a date") }
  ])
  expect(detail.relations.performers).toMatchObject([
    { name: "ÁNN LEE", matched: { id: ann, by: "alias" }, isPresent: false },
    { name: "Anna Leigh", matched: null, candidates: [{ id: ann, name: "Anna Lee" }] },
    { name: "Ida Moe", role: "Director", matched: null }
  ])
  const list = await get(`proposals?status=pending&source=fake&kind=video&minConfidence=80&targetId=${id}`)
  expect(list).toMatchObject({ total: 1, items: [{ id: proposal, target: { title: "Harbor Lights" } }] })
  await send("DELETE", `performers/${ann}`)
  expect((await send("POST", `proposals/${proposal}/reject`)).status).toBe(200)
  expect((await accept(id, proposal)).status).toBe(409)
})

it("applies an accepted proposal once and can undo it", async () => {
  const id = await video()
  const before = await stateOf(id)
  const proposal = await offer(id, { images: [{ kind: "poster", url: "https://a.example/gone.jpg" }] })
  const images = [{ index: 0, as: "poster" }]
  const answer = await accept(id, proposal, { relations: all, images })
  expect(answer.status).toBe(200)
  const { changeId, jobRunId } = answer.json.data
  expect((await accept(id, proposal)).status).toBe(409)
  const [run] = await server.rows("select target_label from job_runs where id = $1", [jobRunId])
  expect(run).toMatchObject({ target_label: "Accepted result of Fake DB" })

  const applied = await Promise.all([apply(proposal), apply(proposal)])
  expect(applied).toContainEqual({ skipped: true })
  expect(applied).toContainEqual({ applied: true, kept: [], created: 6, failedImages: 1 })
  expect(await apply(proposal)).toEqual({ skipped: true })
  const after = await get(`videos/${id}`)
  expect(after).toMatchObject({
    title: "Harbor Lights",
    date: "2024-05-31",
    details: "Ships.",
    studio: { name: "North" }
  })
  expect(after.performers.map(({ name, role }: Json) => [name, role])).toEqual([
    ["Ann Lee", null],
    ["Bo Day", null],
    ["Ida Moe", "Director"]
  ])
  expect(after.sources.title[0].source).toBe("scrape")
  expect((await get(`proposals/${proposal}`)).outcome.failedImages).toEqual([
    { url: "https://a.example/gone.jpg", reason: "The website answered 404." }
  ])

  const undone = await send("POST", "history/undo", { batchId: changeId })
  expect(undone.json.data).toMatchObject({ skippedCount: 0 })
  expect(await stateOf(id)).toEqual(before)
})

it("creates a performer only once if two items are accepted at the same time", async () => {
  const [one, two] = [await video(), await video()]
  const proposals = await Promise.all([one, two].map((id) => offer(id)))
  const answers = await Promise.all(
    [one, two].map((id, at) => accept(id, proposals[at]!, { relations: all }))
  )
  await Promise.all(proposals.map(apply))
  const [first, second] = await Promise.all([one, two].map((id) => get(`videos/${id}`)))
  expect(first.performers.map(({ id }: Json) => id)).toEqual(second.performers.map(({ id }: Json) => id))
  const created =
    (await get(`proposals/${proposals[0]}`)).outcome.created.length +
    (await get(`proposals/${proposals[1]}`)).outcome.created.length
  expect(created).toBe(6)
  for (const { json } of answers) await send("POST", "history/undo", { batchId: json.data.changeId })
  expect((await get(`videos/${one}`)).performers).toEqual([])
})

it("does not change locked fields unless the reviewer selects them", async () => {
  const id = await video()
  await send("PATCH", `videos/${id}`, { title: "Mine", tags: ["Own"] })
  // A locked list of tags changes only if the reviewer selects the tags.
  await send("POST", "tags", { name: "Sea" })
  const first = await offer(id)
  await accept(id, first)
  expect(await apply(first)).toMatchObject({ kept: ["title", "tags"] })
  expect(await get(`videos/${id}`)).toMatchObject({ title: "Mine", details: "Ships." })
  const second = await offer(id)
  const { version } = await get(`proposals/${second}`)
  await send("PATCH", `videos/${id}`, { title: "Still mine" })
  expect((await accept(id, second, { fields: ["title"], expectedVersion: version })).status).toBe(409)
  expect((await accept(id, second, { fields: ["title", "tags"], relations: all })).status).toBe(200)
  await apply(second)
  const after = await get(`videos/${id}`)
  expect(after.title).toBe("Harbor Lights")
  expect(after.sources.title[0]).toMatchObject({ source: "user", ref: second })
  const reader = (await server.account({ username: "ben", libraryIds: [library] })).token
  const shown = (await server.get(`/api/videos/${id}`, reader)).json.data
  expect(shown.sources.title[0]).toMatchObject({ source: "user", by: null, ref: null })
  expect(after.tags.map(({ name }: Json) => name).toSorted()).toEqual(["Night", "Own", "Sea"])
})

it("accepts edited values but rejects unknown ids", async () => {
  const id = await video()
  const proposal = await offer(id)
  for (const body of [
    { fields: ["nothing"] },
    { values: { date: "tomorrow" } },
    { values: { nothing: 1 } },
    { relations: { performers: [{ index: 9, use: "create" }] } },
    { relations: { studio: { use: library } } },
    { images: [{ index: 0, as: "poster" }] }
  ])
    expect((await accept(id, proposal, body)).status, JSON.stringify(body)).toBe(400)
  expect((await accept(await video(), proposal)).status).toBe(404)
  expect((await send("POST", `video/movies/${id}/accept-scrape`, { scrapeResultId: proposal })).status).toBe(
    404
  )
  expect((await send("POST", `images/${id}/accept-scrape`, { scrapeResultId: proposal })).status).toBe(404)
  await accept(id, proposal, { fields: ["overview"], values: { overview: "Boats." } })
  await apply(proposal)
  expect(await get(`videos/${id}`)).toMatchObject({ title: "untitled 01", details: "Boats.", performers: [] })
})

it("fills in the fields of a performer and clears the fields on undo", async () => {
  const id = (await send("POST", "performers", { name: "Cy Fox" })).json.data.id
  const proposal = await offer(id, {
    target: { kind: "performer", id },
    scraped: scraped({
      ...{
        Name: "Cy Fox",
        Gender: "Non-Binary",
        Birthdate: "1990-02-03",
        Country: "Germany",
        Height: "180 cm"
      },
      ...{ Aliases: "Cyrus, Foxy", Twitter: "@cyfox", CareerLength: "2010 - 2020", Weight: "heavy" }
    })
  })
  expect((await get(`proposals/${proposal}`)).notUnderstood).toMatchObject([{ field: "weightKg" }])
  const { json } = await send("POST", `performers/${id}/apply-scrape`, { scrapeResultId: proposal })
  await apply(proposal)
  const filled = {
    gender: "non_binary",
    birthDate: "1990-02-03",
    country: "DE",
    heightCm: 180,
    careerStart: 2010,
    careerEnd: 2020
  }
  expect(await get(`performers/${id}`)).toMatchObject({
    ...filled,
    aliases: ["Cyrus", "Foxy"],
    urls: ["https://twitter.com/cyfox"]
  })
  await send("POST", "history/undo", { batchId: json.data.changeId })
  expect(await get(`performers/${id}`)).toMatchObject({ gender: null, country: null, aliases: [], urls: [] })
})

/** Creates many videos in one transaction. */
const makeVideos = async (count: number) => {
  const ids = Array.from({ length: count }, () => uuidv7())
  const appends = ids.map((streamId) => ({
    ...{ streamId, expectedVersion: 0 },
    events: [
      {
        ...{ _tag: "item.registered.v1", kind: "video", libraryId: library, title: "untitled 01" },
        ...{
          rootId: library,
          path: streamId,
          pathBytes: btoa(streamId),
          size: 1_000,
          mtimeMs: 1_700_000_000_000
        }
      }
    ]
  }))
  await server.run(Effect.flatMap(EventStore, (store) => store.append(appends, { cause: "test" })))
  return ids
}

it("records an outcome for each of 1,000 items: a proposal, no result or a failure", async () => {
  let calls = 0
  const random = (at: number): IdentifyOutcome =>
    at % 7 === 0
      ? { _tag: "failed", reason: "The website answered 500." }
      : at % 3 === 0
        ? { _tag: "none" }
        : {
            _tag: "found",
            results: [
              {
                action: "sceneByFragment",
                matchType: "title",
                confidence: 95 - (at % 10),
                scraped: scraped({ Title: `Found ${at}` })
              }
            ]
          }
  const fake: IdentifySource<Error, never> = identifySource({
    kind: "scraper",
    choices: Effect.succeed([{ id: "fake", name: "Fake DB", targets: ["video"] }]),
    identify: (_id, targets) => {
      calls += 1
      if (calls === 2) return Effect.fail(new Error("The source timed out."))
      if (calls === 3) return Effect.die("a defect")
      return Effect.succeed(targets.map((_, at) => random(at)))
    }
  })
  const ids = await makeVideos(1_000)
  const batchId = "01900000-0000-7000-8000-00000000ba7c"
  await server.rows(
    "insert into identify_items (batch_id, target_id, kind) select $1, unnest($2::uuid[]), 'video'",
    [batchId, ids]
  )
  const accountId = String((await server.rows("select id from accounts limit 1"))[0]!["id"])
  const work = { batchId, accountId, sources: [{ kind: "scraper", id: "fake" }], options: {} } as const
  const run = Effect.provideService(identifyAll(work, context), MoreSources, [fake])
  const result = await server.run(run as Effect.Effect<Json, never, never>)
  const counted = await get(`identify/${batchId}`)
  expect(counted).toMatchObject({ total: 1_000, open: 0, ...result })
  expect(counted.proposed + counted.none + counted.failed).toBe(1_000)
  expect(counted.failures.every(({ reason }: Json) => reason.endsWith("."))).toBe(true)
  expect((await get(`proposals?batchId=${batchId}&perPage=500`)).total).toBe(counted.proposed)

  const filter = { batchId, minConfidence: 95 }
  const { json: counting } = await send("POST", "proposals/accept", { filter, dryRun: true })
  const { accepted: n } = counting.data
  expect((await send("POST", "proposals/accept", { filter, expected: n + 1 })).json.error).toMatchObject({
    code: "selection_changed",
    matched: n
  })
  const { json: accepted } = await send("POST", "proposals/accept", { filter, expected: n })
  expect(accepted.data).toMatchObject({ accepted: n })
  expect(n).toBeGreaterThan(5)
  const open = await server.rows(
    "select id, target_id from proposals where status = 'accepted' and applied_at is null and batch_id = $1",
    [batchId]
  )
  for (const { id } of open) await apply(String(id))
  expect((await get(`videos/${String(open[0]!["target_id"])}`)).title).toMatch(/^Found/)
  await send("POST", "history/undo", { batchId: accepted.data.changeId })
  expect((await get(`videos/${String(open[0]!["target_id"])}`)).title).toBe("untitled 01")
  expect(
    (await send("POST", "identify", { ids: ids.slice(0, 2), sources: [{ kind: "scraper", id: "gone" }] }))
      .status
  ).toBe(400)
})

it("hides proposals for hidden items, and all proposals from members", async () => {
  const hidden = await video({ isNsfw: true })
  const proposal = await offer(hidden)
  await send("PATCH", "auth/me", { showNsfw: false })
  const listed = await get("proposals?perPage=500")
  expect(listed.items.map(({ id }: Json) => id)).not.toContain(proposal)
  expect((await server.get(`/api/proposals/${proposal}`, admin)).status).toBe(404)
  expect((await send("POST", `proposals/${proposal}/reject`)).status).toBe(404)
  expect((await send("POST", "proposals/accept", { ids: [proposal] })).status).toBe(404)
  await send("PATCH", "auth/me", { showNsfw: true })
  expect((await server.get(`/api/proposals/${proposal}`, admin)).status).toBe(200)
  const member = (await server.account({ username: "mia", libraryIds: [library] })).token
  for (const path of ["proposals", `proposals/${proposal}`, "identify/sources"])
    expect((await server.get(`/api/${path}`, member)).status).toBe(403)
  expect((await accept(hidden, proposal, {})).status).toBe(200)
  expect(
    (await send("POST", `videos/${hidden}/accept-scrape`, { scrapeResultId: proposal }, member)).status
  ).toBe(403)
})
