import { kinds as registered } from "@media/features/generated/kinds"
import { uuidv7 } from "@media/kernel/Ids"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

let server: TestServer
let admin: string
let member: string
let stranger: string
let libraryId: string
/** Ids of four items per kind: two ordinary items, one NSFW item, and one item with a missing file. */
const ids = new Map<string, ReadonlyArray<string>>()

beforeAll(async () => {
  server = await startTestServer()
  admin = (await server.setup()).token
  libraryId = await makeLibrary(server, { name: "All" })
  for (const { kind } of registered) {
    const make = (title: string, more: object = {}) =>
      makeItem(server, { kind, libraryId, path: `${title} ${kind}`, title: `${title} ${kind}`, ...more })
    ids.set(kind, [
      await make("First"),
      await make("Second"),
      await make("Adult", { isNsfw: true }),
      await make("Lost", { isMissing: true })
    ])
  }
  member = (await server.account({ username: "member", role: "member", libraryIds: [libraryId] })).token
  stranger = (await server.account({ username: "stranger", role: "member", libraryIds: [] })).token
  for (const token of [admin, member])
    await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: false } })
})
afterAll(() => server.stop())

const edit = (body: object, token = admin) => server.request("PATCH", "/api/items", { token, body })
type OwnState = Readonly<Record<string, unknown>> & { readonly userState: object }
/** Sets values of the caller's own state of items. */
const state = ({ userState, ...body }: OwnState, token = member) =>
  edit({ ...body, changes: settingAll(userState) }, token)
const settingAll = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? { clear: true } : { set: value as unknown }
    ])
  )
const examine = (body: object, token = admin) => server.request("POST", "/api/items/examine", { token, body })

describe.each(registered)("bulk requests for the kind $kind", ({ groups, isProbed, kind, paths }) => {
  const own = () => ids.get(kind)!
  const total = async (query: string, token = member) =>
    (await server.get(`${paths.list}?${query}`, token)).json.data.total
  const unseen = (id: string) => ({
    ...{ id, title: null, field: null, reason: "rejected" },
    message: "Item not found."
  })

  it("edits items by id", async () => {
    const unknown = uuidv7()
    const answer = await edit({ ids: [...own(), unknown, own()[0]], changes: { isOrganized: { set: true } } })
    expect(answer.json.data).toMatchObject({
      matched: 3,
      changed: 3,
      unchanged: 0,
      failedCount: 2
    })
    expect(answer.json.data.skipped).toEqual([unseen(own()[2]!), unseen(unknown)])
    const [stored] = await server.rows("select is_organized from items where id = $1", [own()[2]])
    expect(stored).toEqual({ is_organized: false })
    expect(await total("isOrganized=true")).toBe(3)
  })

  it("edits all items that match a list filter, except excluded and hidden items", async () => {
    const [first] = own()
    const target = { filter: { kind, isOrganized: true }, except: [first] }
    expect(
      (await edit({ ...target, changes: { isOrganized: { set: false } }, dryRun: true })).json.data
    ).toMatchObject({
      matched: 2,
      changed: 0
    })
    expect(await total("isOrganized=true")).toBe(3)
    const answer = await edit({
      ...target,
      expected: 2,
      changes: settingAll({ isOrganized: false, date: "2024-05-31" })
    })
    expect(answer.json.data).toMatchObject({ matched: 2, changed: 2, unchanged: 0, skipped: [] })
    expect(await total("isOrganized=true")).toBe(1)
    const batch = await server.rows("select count(*)::int as n from events where meta->>'batchId' = $1", [
      answer.json.data.batchId
    ])
    expect(batch).toEqual([{ n: 2 }])
  })

  it("changes no items if the number of matches differs from the confirmed number", async () => {
    const target = { filter: { kind, q: kind, libraryId, status: "missing" }, expected: 2 }
    const refused = await edit({ ...target, changes: { isNsfw: { set: true } } })
    expect([refused.status, refused.json.error]).toEqual([
      409,
      { code: "selection_changed", message: "The selection has changed: 1 item matches now.", matched: 1 }
    ])
    expect((await state({ ...target, userState: { rating: 20 } })).status).toBe(409)
    expect(await total("status=missing")).toBe(1)
  })

  it("sets favorites and ratings for each account separately", async () => {
    const filter = { kind, libraryId }
    const answer = await state({ filter, expected: 3, userState: { isFavorite: true, rating: 80 } })
    expect(answer.json.data).toMatchObject({ matched: 3, changed: 3, skipped: [] })
    expect((await state({ filter, userState: { isFavorite: true, rating: 80 } })).json.data).toMatchObject({
      changed: 0,
      unchanged: 3
    })
    const rows = await server.rows(
      `select u.rating, u.is_favorite, count(*)::int as n from user_items u join items v on v.id = u.item_id
       where v.kind = $1 group by 1, 2`,
      [kind]
    )
    expect(rows).toEqual([{ rating: 80, is_favorite: true, n: 3 }])
    const none = await state({ filter, userState: { isFavorite: true } }, stranger)
    expect(none.json.data).toMatchObject({ matched: 0, changed: 0, skipped: [] })
    expect((await state({ ids: own(), userState: { rating: 1 } }, stranger)).json.data.skipped).toEqual(
      own().map(unseen)
    )
    expect((await state({ ids: own(), userState: { rating: null } })).json.data.changed).toBe(3)
  })

  it("removes the progress of items that are marked as watched or unwatched", async () => {
    const [first] = own()
    const report = { position: 50, duration: 100 }
    await server.request("PUT", `${paths.list}/${first}/progress`, { token: member, body: report })
    const stateOf = async (id?: string) =>
      (await server.get(`${paths.list}/${id}`, member)).json.data.userState
    expect(await stateOf(first)).toMatchObject({ position: 50, isWatched: false })
    const played = { filter: { kind, sort: "lastPlayedAt" }, dryRun: true, userState: { rating: 1 } }
    expect((await state(played)).json.data.matched).toBe(1)
    const mark = (isWatched: boolean) => state({ filter: { kind }, userState: { isWatched } })
    expect((await mark(true)).json.data).toMatchObject({ changed: 3, unchanged: 0 })
    expect(await stateOf(first)).toMatchObject({ position: 0, isWatched: true, playCount: 1 })
    expect(await total("isWatched=true")).toBe(3)
    const target = { filter: { kind, isWatched: true, isFavorite: true }, expected: 3 }
    expect((await state({ ...target, userState: { isWatched: false } })).json.data.changed).toBe(3)
    await server.request("PUT", `${paths.list}/${first}/progress`, {
      token: member,
      body: { ...report, restart: true }
    })
    // The item was in progress. Marking it as unwatched removes the progress.
    expect((await mark(false)).json.data).toMatchObject({ changed: 1, unchanged: 2 })
    expect(await stateOf(first)).toMatchObject({ position: 0, isWatched: false })
  })

  it("examines items again unless their files are missing", async () => {
    const answer = await examine({ filter: { kind }, expected: 3 })
    const { batchId, changed, failed } = answer.json.data
    const lost = { id: own()[3], title: `Lost ${kind}` }
    const jobs = await server.rows("select target_id from job_runs where batch_id = $1 order by 1", [batchId])
    // Groups have no examination of their own. The scan of their contents examines them.
    if (isProbed && groups === undefined) {
      expect(failed).toEqual([{ ...lost, message: "The file is missing. Scan its library first." }])
      // A new item is already waiting for its first examination.
      expect([changed, jobs.length]).toEqual([0, 0])
      for (const { id } of await server.rows("select id from job_runs where target_type = $1", [kind]))
        await server.request("POST", `/api/jobs/${id}/cancel`, { token: admin })
      const again = (await examine({ filter: { kind } })).json.data
      expect([again.changed, again.failedCount]).toEqual([2, 1])
    } else {
      expect(changed).toBe(0)
      expect(failed.map(({ message }: { message: string }) => message)).toEqual(
        Array(3).fill("Files of this kind are not examined.")
      )
    }
  })
})

describe("a bulk edit of items", () => {
  const some = () => [...ids.values()].map(([first]) => first!)

  it("requires an administrator, except for changes to the caller's own user state", async () => {
    for (const answer of [
      await edit({ ids: some(), changes: { isOrganized: { set: true } } }, member),
      await examine({ ids: some() }, member)
    ]) {
      expect(answer.json.error).toMatchObject({ code: "admin_required" })
    }
    const both = settingAll({ isFavorite: true, isNsfw: true })
    expect((await edit({ ids: some(), changes: both }, member)).json.error.code).toBe("admin_required")
    expect((await state({ ids: some(), userState: { isFavorite: false } })).status).toBe(200)
    expect((await server.request("PATCH", "/api/items", { body: {} })).status).toBe(401)
  })

  it("rejects requests that do not select items in exactly one way", async () => {
    const filter = { kind: "video" }
    const userState = { isFavorite: true }
    const wrong: ReadonlyArray<readonly [body: OwnState, path: string]> = [
      [{ userState }, "ids"],
      [{ ids: some(), filter, userState }, "ids"],
      [{ ids: [], userState }, "ids"],
      [{ ids: ["nonsense"], userState }, "ids.0"],
      [{ ids: some(), except: some(), userState }, "except"],
      [{ ids: some(), expected: 1, userState }, "expected"],
      [{ filter, expected: -1, userState }, "expected"],
      [{ filter: { kind: "nonsense" }, userState }, "filter.kind"],
      [{ filter: { ...filter, isMissing: "maybe" }, userState }, "filter.isMissing"],
      [{ filter: { ...filter, nonsense: 1 }, userState }, "filter.nonsense"],
      [{ filter, userState: {} }, "changes"],
      [{ filter, userState: { rating: 101 } }, "changes.rating"],
      [{ filter, userState, nonsense: 1 }, "nonsense"]
    ]
    for (const [body, path] of wrong) {
      const { json, status } = await state(body)
      expect([status, json.error?.code, json.error?.fields?.[0]?.path], JSON.stringify(body)).toEqual([
        400,
        "validation",
        path
      ])
    }
  })

  it("returns the path of an invalid field in a bulk edit", async () => {
    const [id] = ids.get("video")!
    const pathOf = async (changes: object) =>
      (await edit({ ids: [id], changes })).json.error?.fields?.[0]?.path
    expect(await pathOf({ nonsense: { set: 1 } })).toBe("changes.nonsense")
    expect(await pathOf({ size: { set: 1 } })).toBe("changes.size")
    expect(await pathOf({ date: { set: "soon" } })).toBe("changes.date")
    expect(await pathOf({ title: { clear: true } })).toBe("changes.title")
    expect(await pathOf({ tag: { set: "Noir" } })).toBe("changes.tag")
    expect(await pathOf({ studio: { add: ["Ghibli"] } })).toBe("changes.studio")
    expect(await pathOf({ tag: { add: ["Noir"], replace: [] } })).toBe("changes.tag")
  })

  it("continues a batch only for the account that started it", async () => {
    const [id] = ids.get("video")!
    const like = async (isFavorite: boolean, batchId?: string, token = member): Promise<string> =>
      (await state({ ids: [id], userState: { isFavorite }, batchId }, token)).json.data.batchId
    const own = await like(true)
    expect(await like(false, own)).toBe(own)
    const unknown = uuidv7()
    expect(await like(true, unknown)).not.toBe(unknown)
    const { batchId } = (await edit({ ids: [id], changes: { date: { set: "2020-02-02" } } })).json.data
    expect(await like(false, batchId)).not.toBe(batchId)
    expect(await like(true, own, admin)).not.toBe(own)
    const actors = await server.rows(
      "select count(distinct meta->>'actor')::int as n from events where meta->>'batchId' = any($1)",
      [[own, batchId]]
    )
    expect(actors).toEqual([{ n: 2 }])
  })

  it("keeps the changes of all concurrent edits", async () => {
    const [id] = ids.get("video")!
    const answers = await Promise.all([
      edit({ ids: some(), changes: { isOrganized: { set: true } } }),
      edit({ filter: { kind: "video" }, onLocked: "overwrite", changes: { date: { set: "2020-01-01" } } }),
      server.request("PATCH", `/api/videos/${id}`, { token: admin, body: { title: "Mine" } })
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.slice(0, 2).flatMap(({ json }) => json.data.skipped)).toEqual([])
    const { date, isOrganized, title } = (await server.get(`/api/videos/${id}`, admin)).json.data
    expect({ date, isOrganized, title }).toEqual({ date: "2020-01-01", isOrganized: true, title: "Mine" })
  })
})
