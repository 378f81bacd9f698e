import { Egress } from "@media/egress/Egress"
import { rebuildAll } from "@media/event-store/Rebuild"
import { EventStore } from "@media/event-store/EventStore"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { applyProposal } from "./apply.ts"
import { propose, type NewProposal } from "./propose.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
let server: TestServer
let admin = ""
let rootId = ""
let library = ""
beforeAll(async () => {
  server = await startTestServer()
  const setup = await server.setup()
  admin = setup.token
  rootId = setup.id
  library = await makeLibrary(server)
})
afterAll(() => server.stop())

const send = async (method: string, path: string, body?: object): Promise<Json> => {
  const answer = await server.request(method, `/api/${path}`, {
    token: admin,
    ...(body === undefined ? {} : { body })
  })
  return { status: answer.status, ...answer.json }
}
const get = async (path: string): Promise<Json> => (await send("GET", path)).data
const scraped = (fields: Record<string, string>, relations: Json = {}, urls: ReadonlyArray<string> = []) => ({
  ...{ fields, urls, relations }
})
const source = { kind: "scraper", id: "fake", name: "Fake DB" } as const
const offer = (target: NewProposal["target"], result: Partial<NewProposal>) =>
  server.run(
    propose({
      ...{ source, target, action: "groupByURL", matchType: "url", confidence: 90, scraped: scraped({}) },
      ...result
    })
  )
const apply = (id: string) =>
  server.run(
    applyProposal(id, { log: () => Effect.void, progress: () => Effect.void }).pipe(
      Effect.provideService(Egress, Egress.of({} as never))
    ) as Effect.Effect<Json, never, never>
  )

it("records each review once in the history of its target", async () => {
  const [one, two] = [
    await makeItem(server, { libraryId: library, title: "One" }),
    await makeItem(server, { libraryId: library, title: "Two" })
  ]
  const [accepted, rejected] = [
    await offer({ kind: "video", id: one }, { scraped: scraped({ Title: "Uno" }) }),
    await offer({ kind: "video", id: two }, { scraped: scraped({ Title: "Due" }) })
  ]
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      send("POST", `videos/${one}/accept-scrape`, { scrapeResultId: accepted, fields: ["title"] })
    )
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { changeId } = answers.find(({ status }) => status === 200)!.data
  for (const status of [200, 200])
    expect((await send("POST", `proposals/${rejected}/reject`)).status).toBe(status)
  await apply(accepted)

  const [event, none] = await server.rows("select data, meta from events where type = 'proposal.accepted.v1'")
  expect(none).toBeUndefined()
  expect(event).toMatchObject({
    data: { proposalId: accepted, itemId: one, changeId, source, decision: { fields: ["title"] } },
    meta: { actor: rootId, batchId: changeId }
  })
  const { items } = await get("history?limit=10")
  expect(items.map(({ sentence, target }: Json) => [sentence, target?.id])).toEqual(
    expect.arrayContaining([
      ["accepted a result for {target}", one],
      ["rejected a result for {target}", two]
    ])
  )
  const [whole] = items.filter(({ batchId }: Json) => batchId === changeId)
  expect(whole).toMatchObject({ type: "proposal.accepted.v1", isUndoable: true })
  expect((await get(`history?target=${two}`)).items[0]).toMatchObject({ type: "proposal.rejected.v1" })
  expect(await get(`proposals/${accepted}`)).toMatchObject({ changeId, status: "accepted" })
  for (const { projection, tables } of await server.run(rebuildAll({ replace: true })))
    for (const { onlyLive, onlyRebuilt, table } of tables)
      expect([projection, table, onlyLive, onlyRebuilt]).toEqual([projection, table, 0, 0])
  expect(await get(`proposals/${rejected}`)).toMatchObject({
    status: "rejected",
    reviewedAt: expect.any(String)
  })
  const undone = await send("POST", "history/undo", { batchId: changeId })
  expect(undone.data).toMatchObject({ skippedCount: 0 })
  expect(await get(`videos/${one}`)).toMatchObject({ title: "One" })
})

it("writes the code and URLs of an item, but the movie set only if the reviewer selects it", async () => {
  const id = await makeItem(server, { libraryId: library, title: "Three" })
  const result = scraped({ Code: "AB-12" }, { Groups: [scraped({ Name: "Harbor films" })] }, [
    "https://a.example/3",
    "https://b.example/3"
  ])
  const first = await offer({ kind: "video", id }, { scraped: result })
  const { changeId } = (await send("POST", `videos/${id}/accept-scrape`, { scrapeResultId: first })).data
  await apply(first)
  const written = { code: "AB-12", urls: ["https://a.example/3", "https://b.example/3"] }
  expect(await get(`videos/${id}`)).toMatchObject(written)
  expect((await get("videos?code=AB-12")).total).toBe(1)
  const setOf = async () =>
    (await server.rows("select shown -> 'set' as set from item_sources where item_id = $1", [id]))[0]?.["set"]
  expect(await setOf()).toBeNull()
  await send("POST", "history/undo", { batchId: changeId })
  expect(await get(`videos/${id}`)).toMatchObject({ code: null, urls: [] })
  const second = await offer({ kind: "video", id }, { scraped: result })
  await send("POST", `videos/${id}/accept-scrape`, { scrapeResultId: second, fields: ["set"] })
  await apply(second)
  expect(await setOf()).toEqual({ name: "Harbor films" })
  const { status } = await send("PATCH", `videos/${id}`, { urls: ["javascript:alert(1)"] })
  expect(status).toBe(400)
  expect(
    (await send("PATCH", `videos/${id}`, { code: "X", urls: ["https://c.example/"] })).data
  ).toMatchObject({
    ...{ code: "X", urls: ["https://c.example/"] }
  })
})

it("creates the parent studio that a scraped result names and links the studio to it", async () => {
  const id = await makeItem(server, { libraryId: library, title: "Four" })
  const studio = scraped({ Name: "North Light" }, { Parent: [scraped({ Name: "North" })] })
  const proposal = await offer({ kind: "video", id }, { scraped: scraped({}, { Studio: [studio] }) })
  await send("POST", `videos/${id}/accept-scrape`, {
    ...{ scrapeResultId: proposal, relations: { studio: { use: "create" } } }
  })
  await apply(proposal)
  const { studio: made } = await get(`videos/${id}`)
  expect((await get(`studios/${made.id}`)).parents).toMatchObject([{ name: "North" }])

  const south = (await send("POST", "studios", { name: "South" })).data.id
  const about = await offer(
    { kind: "studio", id: south },
    { scraped: scraped({ Name: "South" }, { Parent: [scraped({ Name: "North" })] }) }
  )
  const detail = await get(`proposals/${about}`)
  expect(detail.relations.studio).toMatchObject({ name: "North", matched: { by: "name" } })
  await send("POST", `studios/${south}/apply-scrape`, { scrapeResultId: about })
  await apply(about)
  expect((await get(`studios/${south}`)).parents).toMatchObject([{ name: "North" }])
})

const describedSeries = async () => {
  const append = (id: string, ...events: ReadonlyArray<object>) =>
    server.run(
      Effect.flatMap(EventStore, (store) =>
        Effect.flatMap(store.read(id), ({ length }) =>
          store.append([{ streamId: id, expectedVersion: length, events: events as never }], {
            cause: "scan"
          })
        )
      )
    )
  const group = async (kind: string, title: string, parentId: string | null, more: object) => {
    const id = crypto.randomUUID()
    await append(id, { _tag: "item.group-registered.v1", kind, title, folder: null })
    await append(id, { ...more })
    if (parentId !== null) await append(id, { _tag: "item.placed.v1", parentId, ordinal: 1 })
    return id
  }
  const series = await group("series", "Harbor", null, {
    ...{ _tag: "series.described.v1", key: "a".repeat(64), year: null, ids: {}, title: null }
  })
  const season = await group("season", "Season 1", series, {
    ...{ _tag: "season.described.v1", seriesId: series, number: 1 }
  })
  const episode = async (first: number, last: number | null = null) => {
    const id = await makeItem(server, { libraryId: library, title: `Episode ${first}` })
    await append(id, {
      ...{ _tag: "video.classified.v1", role: "episode", isByHand: false, title: null, shownTitle: null },
      ...{ year: null, ids: {}, series: { title: "Harbor", year: null, ids: {} }, season: 1, episode: first },
      ...{ episodeEnd: last, absolute: null, airDate: null, airs: null, proof: [], parser: 1 }
    })
    await append(id, { _tag: "item.placed.v1", parentId: season, ordinal: first })
    return id
  }
  return { series, season, episodes: [await episode(1, 2), await episode(3), await episode(4)] as const }
}

it("proposes a series together with its seasons and episodes", async () => {
  const { episodes, season, series } = await describedSeries()
  const named = (Number: string, Title: string) =>
    scraped({ Season: "1", Number, Title, Date: `2020-01-0${Number}` })
  const result = scraped(
    { Name: "Harbor Lights", Synopsis: "Ships." },
    {
      Seasons: [scraped({ Number: "1", Name: "The first winter", Details: "Ice." })],
      Episodes: [named("3", "Fog"), named("1", "Arrival"), named("2", "Departure"), named("7", "Late")]
    }
  )
  const proposal = await offer({ kind: "series", id: series }, { scraped: result })
  const detail = await get(`proposals/${proposal}`)
  expect(
    detail.children.map(({ episode, season, target, title }: Json) => [target.id, season, episode, title])
  ).toEqual([
    [season, 1, null, "The first winter"],
    [episodes[0], 1, 1, "Arrival / Departure"],
    [episodes[1], 1, 3, "Fog"]
  ])
  expect(detail.missing).toEqual([{ season: 1, episode: 7, title: "Late" }])
  // The proposals for seasons and episodes are not listed, because they are reviewed together with the proposal for
  // their series.
  expect((await get("proposals?status=pending&perPage=500")).items.map(({ id }: Json) => id)).toEqual([
    proposal
  ])
  const accepted = await send("POST", `video/series/${series}/accept-scrape`, {
    ...{ scrapeResultId: proposal, cascade: [detail.children[0].id, detail.children[1].id] }
  })
  expect(accepted.status).toBe(200)
  for (const id of [proposal, detail.children[0].id, detail.children[1].id]) await apply(id)
  expect(await get(`videos/${episodes[0]}`)).toMatchObject({
    title: "Arrival / Departure",
    date: "2020-01-01"
  })
  expect((await get(`videos/${episodes[1]}`)).title).toBe("Episode 3")
  expect((await get(`video/series/${series}`)).title).toBe("Harbor Lights")
  expect((await get("proposals?status=pending&perPage=500")).items.map(({ id }: Json) => id)).toEqual([
    detail.children[2].id
  ])
  await send("POST", "history/undo", { batchId: accepted.data.changeId })
  expect((await get(`videos/${episodes[0]}`)).title).toBe("Episode 1")

  const again = await offer({ kind: "series", id: series }, { scraped: result })
  await send("POST", `proposals/${again}/reject`)
  expect(new Set((await get(`proposals/${again}`)).children.map(({ status }: Json) => status))).toEqual(
    new Set(["superseded"])
  )
})
