import { seeded } from "@media/jobs/testing/Random"
import { makeItem, makeLibrary } from "@media/testkit/Rows"
import { startTestServer, type TestServer } from "@media/testkit/TestServer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ItemKind } from "../../ItemKind.ts"

interface Made {
  readonly id: string
  readonly kind: ItemKind
  readonly title: string
  readonly codec: string | undefined
  readonly artist: string | undefined
  readonly libraryId: string
  readonly isHidden: boolean
}
interface Viewer {
  readonly token: string
  readonly libraryIds: ReadonlyArray<string>
  readonly seesNsfw: boolean
}

let server: TestServer
const made: Array<Made> = []
const viewers: Array<Viewer> = []
const random = seeded(11)
const libraries: Array<string> = []
let admin: Viewer

const uuidOf = (name: string) =>
  `00000000-0000-7000-8000-${Buffer.from(name).toString("hex").padEnd(12, "0").slice(0, 12)}`

const make = async (kind: ItemKind, libraryId: string, title: string, isHidden = false) => {
  const id = await makeItem(server, { kind, libraryId, title, isNsfw: isHidden })
  const codec = kind === "video" ? random.oneOf(["hevc", "h264", "av1"]) : undefined
  const artist = kind === "track" ? random.oneOf(["Cannons", "Night Tapes", "Nightmares"]) : undefined
  if (codec !== undefined)
    await server.rows(
      "insert into video_facts (item_id, video_codec) values ($1, $2) on conflict (item_id) do update set video_codec = $2",
      [id, codec]
    )
  if (artist !== undefined)
    await server.rows("insert into track_artists values ($1, 0, $2, $3)", [id, uuidOf(artist), artist])
  made.push({ id, kind, title, codec, artist, libraryId, isHidden })
  return id
}

beforeAll(async () => {
  server = await startTestServer()
  admin = { token: (await server.setup()).token, libraryIds: [], seesNsfw: true }
  for (let n = 0; n < 3; n += 1) libraries.push(await makeLibrary(server, { name: `L${n}` }))
  for (let n = 0; n < 45; n += 1)
    await make(
      random.oneOf(["video", "track", "image"] as const),
      random.oneOf(libraries),
      `${random.oneOf(["Harbor", "Meadow", "Lantern"])} ${random.below(5)}`,
      random.below(3) === 0
    )
  for (let n = 0; n < 5; n += 1) {
    const libraryIds = libraries.filter(() => random.below(2) === 0)
    const seesNsfw = random.below(2) === 0
    const { token } = await server.account({
      username: `viewer${n}`,
      role: "member",
      allowNsfw: seesNsfw,
      libraryIds
    })
    await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw: seesNsfw } })
    viewers.push({ token, libraryIds, seesNsfw })
  }
})
afterAll(() => server.stop())

const get = async (path: string, params: Record<string, string>, { token }: Pick<Viewer, "token"> = admin) =>
  (await server.get(`${path}?${new URLSearchParams(params)}`, token)).json
const search = async (q: string, viewer: Pick<Viewer, "token"> = admin) =>
  (await get("/api/search", { q, limit: "50" }, viewer)).data
const titlesOf = (answer: { groups: ReadonlyArray<{ items: ReadonlyArray<{ title: string }> }> }) =>
  answer.groups.flatMap(({ items }) => items.map(({ title }) => title))
const seenBy = ({ libraryIds, seesNsfw }: Viewer) =>
  made.filter(({ isHidden, libraryId }) => libraryIds.includes(libraryId) && (seesNsfw || !isHidden))
const tally = (values: ReadonlyArray<string | undefined>) => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries([...counts].sort())
}
const counted = (values: ReadonlyArray<{ value: string; count: number }>) =>
  Object.fromEntries(values.map(({ count, value }): [string, number] => [value, count]).sort())

describe("the global search", () => {
  it("ranks exact titles first, then titles that begin with the text", async () => {
    const library = await makeLibrary(server, { name: "Ranked" })
    for (const title of ["The Blade Runner", "Blade Runner 2049", "Runner of the Blade", "Blade Runner"])
      await make("video", library, title)
    expect(titlesOf(await search("blade runner"))).toEqual([
      "Blade Runner",
      "Blade Runner 2049",
      "The Blade Runner",
      "Runner of the Blade"
    ])
    expect(titlesOf(await search('"blade runner"'))).not.toContain("Runner of the Blade")
  })

  it("corrects typos, except in a quoted phrase", async () => {
    await make("video", libraries[0]!, "Casablanca")
    const answer = await search("Casablnca")
    expect([titlesOf(answer), answer.corrected]).toEqual([["Casablanca"], "Casablanca"])
    expect((await search('"Casablnca"')).groups).toEqual([])
  })

  it("treats an unknown name before a colon as text and returns a hint", async () => {
    await make("video", libraries[0]!, "Alien: Romulus")
    await make("video", libraries[0]!, "Alien - Covenant")
    expect(titlesOf(await search("Alien: Romulus"))).toEqual(["Alien: Romulus"])
    const answer = await search("alien:covenant")
    expect(titlesOf(answer)).toEqual(["Alien - Covenant"])
    const list = await server.get(`/api/videos?q=${encodeURIComponent(answer.performed)}`, admin.token)
    expect(list.json.data.items.map(({ title }: { title: string }) => title)).toEqual(["Alien - Covenant"])
    expect(answer.problems).toMatchObject([{ position: 0, length: 5, isHint: true }])
  })

  it("reports an invalid condition without searching", async () => {
    const answer = await search("harbor resolution:big")
    expect(answer.groups).toEqual([])
    expect(answer.problems).toMatchObject([{ position: 18, length: 3, isHint: false }])
  })

  it("lists matching artists before other kinds of names", async () => {
    const { people } = await search("cannons")
    const all = made.filter(({ artist }) => artist === "Cannons").length
    expect(people).toEqual([{ kind: "artist", id: uuidOf("Cannons"), name: "Cannons", count: all }])
    expect((await search("Canons")).people[0]).toMatchObject({ name: "Cannons" })
    const { data } = await get("/api/search", { q: "harbor", types: "video" })
    expect(data.groups.map(({ kind }: { kind: string }) => kind)).toEqual(["video"])
    expect((await get("/api/search", { q: "harbor", types: "nonsense" })).error.code).toBe("validation")
  })
})

describe("the global search with hidden items", () => {
  it("neither finds nor counts hidden items", async () => {
    for (const viewer of viewers)
      for (const word of ["harbor", "meadow", "lantern 3"]) {
        const { groups } = await search(word, viewer)
        const wanted = seenBy(viewer).filter(({ title }) =>
          word.split(" ").every((one) => title.toLowerCase().includes(one))
        )
        expect([
          word,
          counted(
            groups.map((one: { kind: string; total: number }) => ({ value: one.kind, count: one.total }))
          )
        ]).toEqual([word, tally(wanted.map(({ kind }) => kind))])
        const ids = groups.flatMap(({ items }: { items: ReadonlyArray<{ id: string }> }) =>
          items.map(({ id }) => id)
        )
        expect(ids.sort()).toEqual(wanted.map(({ id }) => id).sort())
      }
  })

  it("does not correct a typo to the title of a hidden item", async () => {
    const closed = await makeLibrary(server, { name: "Closed" })
    await make("video", closed, "Zanzibar")
    for (const viewer of viewers) {
      const unknown = await search("Xylofon", viewer)
      for (const q of ["Zanzibar", "Zanzibr", "Closde"])
        expect([q, await search(q, viewer)]).toEqual([q, unknown])
    }
    expect(titlesOf(await search("Zanzibr"))).toEqual(["Zanzibar"])
  })

  it("does not count hidden items in facets", async () => {
    for (const viewer of viewers)
      for (const codec of [undefined, "hevc"]) {
        const q = `harbor${codec === undefined ? "" : ` codec=${codec}`}`
        const { data } = await get("/api/facets", { kind: "video", fields: "codec,library", q }, viewer)
        const videos = seenBy(viewer).filter(
          ({ kind, title }) => kind === "video" && title.toLowerCase().includes("harbor")
        )
        expect(data.facets[0].field).toBe("videoCodec")
        expect(counted(data.facets[0].values)).toEqual(tally(videos.map((one) => one.codec)))
        const ofLibrary = videos.filter((one) => codec === undefined || one.codec === codec)
        expect(
          Object.fromEntries(
            data.facets[1].values.map((one: { id: string; count: number }) => [one.id, one.count])
          )
        ).toEqual(tally(ofLibrary.map(({ libraryId }) => libraryId)))
      }
  })

  it("does not suggest values of hidden items", async () => {
    for (const viewer of viewers) {
      const tracks = seenBy(viewer).filter(({ artist }) => artist?.startsWith("Night"))
      const { data } = await get("/api/suggest", { field: "artist", q: "nigth", kind: "track" }, viewer)
      const typed = await get("/api/suggest", { field: "artist", q: "night" }, viewer)
      expect(counted(typed.data)).toEqual(tally(tracks.map(({ artist }) => artist)))
      for (const { value } of data) expect(tracks.map(({ artist }) => artist)).toContain(value)
    }
  })
})

describe("suggestions for values of a field", () => {
  it("completes the values of a field despite a typo", async () => {
    const values = async (field: string, q: string) =>
      (await get("/api/suggest", { field, q })).data.map(({ value }: { value: string }) => value)
    expect(await values("resolution", "10")).toEqual(["1080p"])
    expect(await values("type", "moive")).toEqual(["movie"])
    expect(await values("artist", "canons")).toEqual(["Cannons"])
    expect((await values("codec", "h")).sort()).toEqual(["h264", "hevc"])
  })

  it("returns no suggestions for a free-text field", async () => {
    expect((await get("/api/suggest", { field: "title" })).data).toEqual([])
  })

  it("suggests a correction for an unknown field", async () => {
    const { error } = await get("/api/suggest", { field: "artsit" })
    expect(error).toMatchObject({
      code: "validation",
      message: 'Unknown field "artsit". Did you mean "artist"?'
    })
  })
})
