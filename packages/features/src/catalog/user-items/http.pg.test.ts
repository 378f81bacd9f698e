import { kinds } from "@media/features/generated/kinds"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let libraryId: string
let ada: { readonly id: string; readonly token: string }
let grace: { readonly id: string; readonly token: string }
let stranger: { readonly id: string; readonly token: string }

beforeAll(async () => {
  server = await startTestServer()
  await server.setup()
  libraryId = await makeLibrary(server, { name: "All" })
  const account = async (username: string, libraryIds: ReadonlyArray<string>) =>
    server.account({ username, role: "member", libraryIds })
  ada = await account("ada", [libraryId])
  grace = await account("grace", [libraryId])
  stranger = await account("stranger", [])
})
afterAll(() => server.stop())

let files = 0
const newItem = async (kind: string, duration: number | null = 1_000) => {
  files += 1
  const id = await makeItem(server, {
    kind: kind as "video",
    libraryId,
    path: `${files}.x`,
    title: `No ${files}`
  })
  await server.rows("update items set duration = $2, status = 'ready' where id = $1", [id, duration])
  return id
}

describe.each(kinds)("a $kind", ({ kind, paths }) => {
  const ask = (method: string, id: string, what: string, token: string, body?: object) =>
    server.request(method, `${paths.list}/${id}${what}`, { token, ...(body === undefined ? {} : { body }) })
  const stateOf = async (id: string, { token }: { readonly token: string }) =>
    (await server.get(`${paths.list}/${id}`, token)).json.data.userState
  const idsOf = async (query: string, { token }: { readonly token: string }) => {
    const { items, total } = (await server.get(`${paths.list}?${query}&libraryId=${libraryId}`, token)).json
      .data
    expect(items).toHaveLength(total)
    return (items as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id)
  }

  it("resumes playback at the account's last position, even on another device", async () => {
    const id = await newItem(kind)
    const zero = {
      ...{ isFavorite: false, rating: null, position: 0, playCount: 0 },
      ...{ lastPlayedAt: null, isWatched: false }
    }
    expect(await stateOf(id, ada)).toEqual(zero)
    expect((await ask("POST", id, "/play", ada.token)).json.data).toMatchObject({ position: 0 })
    const report = await ask("PUT", id, "/progress", ada.token, {
      position: 400,
      sessionKey: "tv",
      sequence: 1
    })
    expect(report.json.data).toMatchObject({ position: 400, isWatched: false })
    for (const late of [{ position: 0 }, { position: 300, sessionKey: "tv", sequence: 1 }])
      expect((await ask("PUT", id, "/progress", ada.token, late)).json.data).toMatchObject({ position: 400 })
    expect((await ask("POST", id, "/play", ada.token, { sessionKey: "phone" })).json.data).toMatchObject({
      position: 400
    })
    expect(await stateOf(id, ada)).toMatchObject({ position: 400, lastPlayedAt: expect.any(String) })
    expect(await stateOf(id, grace)).toEqual(zero)
    const restart = { position: 0, restart: true }
    expect((await ask("PUT", id, "/progress", ada.token, restart)).json.data).toMatchObject({ position: 0 })
  })

  it("marks the item as watched at its end, and counts each viewing once", async () => {
    const id = await newItem(kind)
    const at = async (position: number, sessionKey: string, sequence: number) =>
      (await ask("PUT", id, "/progress", ada.token, { position, sessionKey, sequence })).json.data
    // A book ends on its last page (1,000), other items at 95%.
    const [most, nearly] = kind === "book" ? [1_000, 1_001] : [960, 999]
    await at(500, "a", 1)
    for (const [position, sequence] of [
      [most, 2],
      [most + 1, 3],
      [nearly, 4]
    ] as const)
      expect(await at(position, "a", sequence)).toMatchObject({ position: 0, playCount: 1, isWatched: true })
    expect(await at(300, "b", 1)).toMatchObject({ position: 300, playCount: 1, isWatched: true })
    expect(await at(nearly, "b", 2)).toMatchObject({ position: 0, playCount: 2, isWatched: true })
    const types = await server.rows(
      "select count(*)::int as n from events where type = 'user-item.watched.v1' and data ->> 'itemId' = $1",
      [id]
    )
    expect(types).toEqual([{ n: 2 }])
  })

  it("lets users mark the item watched or unwatched", async () => {
    const id = await newItem(kind)
    await ask("PUT", id, "/progress", ada.token, { position: 500 })
    const marked = { isWatched: true, playCount: 1, position: 0 }
    expect((await ask("PUT", id, "/watched", ada.token)).json.data).toMatchObject(marked)
    expect((await ask("PUT", id, "/watched", ada.token)).json.data).toMatchObject(marked)
    await ask("PUT", id, "/progress", ada.token, { position: 300 })
    const forgotten = await ask("DELETE", id, "/progress", ada.token)
    expect(forgotten.json.data).toMatchObject(marked)
    expect((await ask("DELETE", id, "/watched", ada.token)).json.data).toMatchObject({
      isWatched: false,
      playCount: 1
    })
  })

  it("rejects invalid positions", async () => {
    const id = await newItem(kind)
    const wrong = [{}, { position: -1 }, { position: "5" }, { position: 1e12 }, { position: null }]
    for (const body of [
      ...wrong,
      { position: 1_100 },
      { position: 1, sequence: 1.5 },
      { position: 1, seq: 1 }
    ])
      expect((await ask("PUT", id, "/progress", ada.token, body)).json.error).toMatchObject({
        code: "validation"
      })
    const raw = await server.request("PUT", `${paths.list}/${id}/progress`, {
      token: ada.token,
      body: { position: 1_100 }
    })
    const unit = kind === "book" ? "pages" : "seconds"
    expect(raw.json.error).toMatchObject({
      message: `position: Must not be beyond the end, at 1000 ${unit}.`,
      fields: [{ path: "position", message: `Must not be beyond the end, at 1000 ${unit}.` }]
    })
    expect((await ask("PUT", id, "/progress", ada.token, { position: 1_003 })).json.data).toMatchObject({
      isWatched: true
    })
  })

  it("returns 404 to callers who may not see the item, and keeps the user state of callers who lost access", async () => {
    const id = await newItem(kind)
    await ask("PUT", id, "/progress", ada.token, { position: 500 })
    for (const [method, what] of [
      ["POST", "/play"],
      ["PUT", "/progress"],
      ["DELETE", "/progress"],
      ["PUT", "/watched"],
      ["DELETE", "/watched"]
    ] as const)
      for (const hidden of [id, uuidv7(), "nonsense"])
        expect(
          (
            await ask(
              method,
              hidden,
              what,
              stranger.token,
              what === "/progress" && method === "PUT" ? { position: 5 } : undefined
            )
          ).status
        ).toBe(404)
    await server.rows("update items set is_nsfw = true where id = $1", [id])
    expect((await ask("PUT", id, "/progress", ada.token, { position: 600 })).status).toBe(404)
    expect(await idsOf("isInProgress=true", ada)).not.toContain(id)
    await server.rows("update items set is_nsfw = false where id = $1", [id])
    expect(await stateOf(id, ada)).toMatchObject({ position: 500 })
  })

  it("filters by the caller's user state, with exact totals", async () => {
    const [one, two, three] = [await newItem(kind), await newItem(kind), await newItem(kind)]
    const only = `q=${encodeURIComponent("No")}`
    await ask("PUT", one, "/favorite", grace.token)
    await ask("PUT", two, "/favorite", grace.token)
    await ask("PUT", two, "/rating", grace.token, { rating: 70 })
    await ask("PUT", three, "/rating", grace.token, { rating: 80 })
    await ask("PUT", three, "/watched", grace.token)
    await ask("PUT", two, "/progress", grace.token, { position: 500 })
    await ask("PUT", one, "/progress", grace.token, { position: 500 })
    const all = (await idsOf("perPage=500", grace)).length
    const sorted = "&sort=createdAt&order=asc"
    for (const words of ["", `&${only}`]) {
      expect(await idsOf(`isFavorite=true${sorted}${words}`, grace)).toEqual([one, two])
      expect(await idsOf(`isWatched=true${words}`, grace)).toEqual([three])
      expect(await idsOf(`sort=lastPlayedAt&order=desc${words}`, grace)).toEqual([one, two])
      expect(await idsOf(`sort=lastPlayedAt&isFavorite=true&ratingMin=70${words}`, grace)).toEqual([two])
      expect(await idsOf(`isInProgress=true&isFavorite=true&ratingMin=71${words}`, grace)).toEqual([])
      expect(await idsOf(`sort=rating&order=desc${words}`, grace)).toEqual([three, two])
      expect(await idsOf(`sort=rating&order=asc&isFavorite=true${words}`, grace)).toEqual([two])
      const without = await idsOf(
        `perPage=500&isFavorite=false&isWatched=false&isInProgress=false${words}`,
        grace
      )
      expect([without.length, without.includes(one), without.includes(three)]).toEqual([
        all - 3,
        false,
        false
      ])
    }
    expect(await idsOf("isFavorite=true", stranger)).toEqual([])
  })
})

it("keeps one row and the latest position when fifty players report at once", async () => {
  const id = await newItem("video", 10_000)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_unused, n) =>
      server.request("PUT", `/api/videos/${id}/progress`, {
        token: ada.token,
        body: { position: 1_000 + n, sessionKey: "tv", sequence: n + 1 }
      })
    )
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await server.rows("select position from user_progress where item_id = $1", [id])).toEqual([
    { position: 1_049 }
  ])
})

it("counts a viewing once if ten requests finish it concurrently", async () => {
  const id = await newItem("video")
  await Promise.all(
    Array.from({ length: 10 }, (_unused, n) =>
      server.request("PUT", `/api/videos/${id}/progress`, {
        token: ada.token,
        body: { position: 990, sessionKey: "tv", sequence: n + 1 }
      })
    )
  )
  expect(await server.rows("select play_count from user_items where item_id = $1", [id])).toEqual([
    { play_count: 1 }
  ])
})

it("updates the progress row in place without an event", async () => {
  const id = await newItem("video", 10_000)
  const beat = (position: number) =>
    server.request("PUT", `/api/videos/${id}/progress`, { token: ada.token, body: { position } })
  await beat(400)
  const count = async () => (await server.rows("select count(*)::int as n from events"))[0]!["n"]
  const updates = async (): Promise<{ readonly every: number; readonly hot: number }> => {
    const [row] = await server.rows(
      "select n_tup_upd::int as every, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'user_progress'"
    )
    return { every: Number(row!["every"]), hot: Number(row!["hot"]) }
  }
  const events = await count()
  // PostgreSQL updates its statistics with a delay. Wait until two consecutive results are equal, so that no statistics
  // of earlier tests are pending.
  let before = await updates()
  await eventually(async () => {
    const last = before
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    before = await updates()
    return before.every === last.every
  })
  for (let n = 1; n <= 20; n += 1) await beat(400 + n * 10)
  expect(await count()).toBe(events)
  await eventually(async () => (await updates()).every - before.every >= 20)
  const after = await updates()
  // Compare the increases of the two counters with each other, not with an expected number. Statistics of earlier
  // updates may still arrive late, but those updates were HOT updates too.
  expect(after.hot - before.hot).toBe(after.every - before.every)
  expect(await server.rows("select 1 from user_progress where item_id = $1", [id])).toHaveLength(1)
  await server.rows("delete from items where id = $1", [id])
  expect(await server.rows("select 1 from user_progress where item_id = $1", [id])).toEqual([])
})
