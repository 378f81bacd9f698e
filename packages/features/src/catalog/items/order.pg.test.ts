import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hasKind } from "@media/query/Field"
import { kinds } from "../../generated/kinds.ts"
import { itemFieldTable } from "../filters/itemFields.ts"
import { computedOrders } from "./sortKeys.ts"

let server: TestServer
let token: string
const sizes = [3, 1, 2]

beforeAll(async () => {
  server = await startTestServer()
  token = (await server.setup()).token
  const libraries = [await makeLibrary(server), await makeLibrary(server, { name: "Other" })]
  for (let n = 0; n < 12; n += 1) {
    const id = await makeItem(server, { libraryId: libraries[n % 2]!, title: `T${Math.floor(n / 4)}` })
    await server.rows("update items set size_bytes = $2, duration = $3 where id = $1", [
      id,
      sizes[n % 3],
      n % 5
    ])
    if (n % 2 === 0)
      await server.request("PUT", `/api/videos/${id}/rating`, { token, body: { rating: (n % 3) * 10 } })
  }
})
afterAll(() => server.stop())

interface Shown {
  readonly id: string
  readonly title: string
  readonly size: number
  readonly duration: number
  readonly userState: { readonly rating: number | null }
}
const page = async (query: string): Promise<{ items: ReadonlyArray<Shown>; total: number }> =>
  (await server.get(`/api/videos?${query}`, token)).json.data
const by =
  (...keys: ReadonlyArray<(one: Shown) => readonly [value: string | number, sign: 1 | -1]>) =>
  (a: Shown, b: Shown): number => {
    for (const key of keys) {
      const [[x, sign], [y]] = [key(a), key(b)]
      if (x !== y) return x < y ? -sign : sign
    }
    return 0
  }
const asc = (one: Shown) => [one.title, 1] as const

describe("a list with several sort keys", () => {
  it.each([
    ["sort=title:asc,size:desc", by(asc, ({ size }) => [size, -1])],
    [
      "sort=-title,size",
      by(
        ({ title }) => [title, -1],
        ({ size }) => [size, 1]
      )
    ],
    ["q=sort:title,-size", by(asc, ({ size }) => [size, -1])],
    [
      "sort=createdAt&q=sort:-size,title,-duration",
      by(
        ({ size }) => [size, -1],
        asc,
        ({ duration }) => [duration, -1]
      )
    ],
    [
      "sort=-rating,title,-size",
      by(
        ({ userState }) => [userState.rating!, -1],
        asc,
        ({ size }) => [size, -1]
      )
    ],
    ["sort=title,-size&q=duration<9", by(asc, ({ size }) => [size, -1])]
  ])("sorts by %s consistently across pages", async (query, compare) => {
    const whole = await page(`${query}&perPage=100`)
    expect(whole.total).toBe(query.includes("rating") ? 6 : 12)
    expect(whole.items.toSorted(compare)).toEqual(whole.items)
    const paged: Array<Shown> = []
    for (let n = 1; n <= whole.total / 3; n += 1)
      paged.push(...(await page(`${query}&perPage=3&page=${n}`)).items)
    expect(paged.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id))
  })

  it.each(["sort=added:asc", "sort=-added&order=asc", "sort=played:desc", "sort=createdAt&order=asc"])(
    "accepts a single key with its direction: %s",
    async (query) => expect((await server.get(`/api/videos?${query}`, token)).status).toBe(200)
  )

  it.each([
    "nonsense",
    "title,nonsense",
    "title,title",
    "title:up",
    "-title:asc",
    "title,",
    "takenAt:asc",
    ""
  ])("rejects %j", async (sort) => {
    const { json, status } = await server.get(`/api/videos?sort=${sort}`, token)
    expect([status, json.error.code]).toEqual([400, "validation"])
  })
})

describe("a list sorted by a field without an index", () => {
  const sortable = itemFieldTable().fields.filter((field) => field.sortable)

  it.each(kinds.map(({ kind, paths }) => [kind, paths.list] as const))(
    "sorts %s items by every sortable field",
    async (kind, path) => {
      for (const field of sortable.filter((each) => hasKind(each, kind))) {
        for (const sign of ["", "-"]) {
          const { json, status } = await server.get(`${path}?q=sort:${sign}${field.text}`, token)
          expect([field.name, status, json.ok]).toEqual([field.name, 200, true])
        }
      }
    }
  )

  it("puts items without a value last in both directions", async () => {
    const { items } = await page("perPage=100")
    const rates = new Map(items.map(({ id }, n) => [id, n % 4 === 0 ? null : 24 + n]))
    for (const [id, rate] of rates)
      await server.rows(
        `insert into video_facts (item_id, frame_rate) values ($1, $2)
         on conflict (item_id) do update set frame_rate = excluded.frame_rate`,
        [id, rate]
      )
    const known = [...rates.values()].filter((rate) => rate !== null)
    const empty = [...rates.values()].filter((rate) => rate === null)
    for (const [sort, sorted] of [
      ["frameRate:asc", known.toSorted((a, b) => a - b)],
      ["-fps", known.toSorted((a, b) => b - a)]
    ] as const) {
      const shown: Array<number | null | undefined> = []
      for (let n = 1; n <= 4; n += 1) {
        const part = await page(`sort=${sort}&perPage=3&page=${n}`)
        expect(part.total).toBe(12)
        shown.push(...part.items.map(({ id }) => rates.get(id)))
      }
      expect(shown).toEqual([...sorted, ...empty])
    }
    const narrowed = await page("q=fps>24%20sort:title,-fps&perPage=100")
    expect(narrowed.total).toBe(known.length)
  })

  it("rejects sorting by a field that the items of the list do not have", async () => {
    const [order] = computedOrders().filter((name) => !hasKind(itemFieldTable().find(name)!, "image"))
    const { json, status } = await server.get(`/api/images?sort=-${order}`, token)
    expect([status, json.error.code]).toEqual([400, "validation"])
    expect(json.error.message).toContain(order)
  })
})
