import { seeded } from "@media/jobs/testing/Random"
import { makeLibrary, makeVideo } from "@media/testkit/Rows"
import { openLive } from "@media/testkit/LiveClient"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import { EventStore } from "@media/event-store/EventStore"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Delta } from "../../app/operations/live-protocol.ts"

interface Library {
  readonly id: string
  readonly isNsfw: boolean
}
interface Video {
  readonly id: string
  readonly library: Library
  readonly isNsfw: boolean
  readonly isMissing: boolean
}
interface Viewer {
  readonly name: string
  readonly token: string
  readonly isAdmin: boolean
  readonly libraryIds: ReadonlyArray<string>
  readonly seesNsfw: boolean
}

/** Reimplements the visibility rule, so that the tests can compare the server's responses with it. */
const mayUse = (viewer: Viewer, library: Library) =>
  (viewer.isAdmin || viewer.libraryIds.includes(library.id)) && (viewer.seesNsfw || !library.isNsfw)
const maySee = (viewer: Viewer, video: Video) =>
  mayUse(viewer, video.library) && (viewer.seesNsfw || !video.isNsfw)

let server: TestServer
const libraries: Array<Library> = []
const videos: Array<Video> = []
const viewers: Array<Viewer> = []

beforeAll(async () => {
  server = await startTestServer()
  const random = seeded(42)
  const flip = () => random.below(2) === 0
  const rootId = "01900000-0000-7000-8000-0000000000aa"
  mkdirSync(join(server.media, "films"))
  for (let n = 0; n < 5; n += 1) {
    const isNsfw = n % 2 === 1
    libraries.push({ id: await makeLibrary(server, { name: `L${n}`, isNsfw }), isNsfw })
  }
  await server.rows("insert into library_roots values ($1, $2, $3, true, true, 0)", [
    rootId,
    libraries[0]!.id,
    join(server.media, "films")
  ])
  for (let n = 0; n < 40; n += 1) {
    const library = random.oneOf(libraries)
    const [isNsfw, isMissing, path] = [flip(), random.below(4) === 0, `video ${n}.mp4`]
    writeFileSync(join(server.media, "films", path), "bytes")
    const id = await makeVideo(server, {
      libraryId: library.id,
      rootId,
      path,
      title: "Film",
      isNsfw,
      isMissing
    })
    videos.push({ id, library, isNsfw, isMissing })
  }
  const admin = await server.setup()
  viewers.push({ name: "root", token: admin.token, isAdmin: true, libraryIds: [], seesNsfw: true })
  for (let n = 0; n < 9; n += 1) {
    const libraryIds = libraries.filter(flip).map(({ id }) => id)
    const [allowNsfw, showNsfw, isAdmin] = [flip(), flip(), n > 6]
    const role = isAdmin ? "administrator" : "member"
    const { token } = await server.account({ username: `viewer${n}`, role, allowNsfw, libraryIds })
    await server.request("PATCH", "/api/auth/me", { token, body: { showNsfw } })
    viewers.push({ name: `viewer${n}`, token, isAdmin, libraryIds, seesNsfw: allowNsfw && showNsfw })
  }
})
afterAll(() => server.stop())

const ids = (items: ReadonlyArray<{ readonly id: string }>) => items.map(({ id }) => id).sort()
const everyViewer = async (check: (viewer: Viewer) => Promise<void>) => {
  for (const viewer of viewers) await check(viewer)
}

it("tests viewers who may see different sets of items", () => {
  const views = viewers.map((viewer) => ids(videos.filter((video) => maySee(viewer, video))).join())
  expect(new Set(views).size).toBeGreaterThan(5)
})

describe("item visibility", () => {
  it("lists and counts only visible items, whatever the filter", () =>
    everyViewer(async (viewer) => {
      const filters: ReadonlyArray<readonly [string, (video: Video) => boolean]> = [
        ["", () => true],
        ["&status=missing", ({ isMissing }) => isMissing],
        ["&isMissing=false", ({ isMissing }) => !isMissing],
        ["&isOrganized=false", () => true],
        ["&q=film", () => true],
        ["&sort=random", () => true],
        ...libraries.map(({ id }) => [`&libraryId=${id}`, ({ library }: Video) => library.id === id] as const)
      ]
      for (const [query, fits] of filters) {
        const expected = videos.filter((video) => maySee(viewer, video) && fits(video))
        const { data } = (await server.get(`/api/videos?perPage=500${query}`, viewer.token)).json
        expect([viewer.name, query, data.total, ids(data.items)]).toEqual([
          viewer.name,
          query,
          expected.length,
          ids(expected)
        ])
      }
      const paged = await server.get("/api/videos?perPage=1&page=2", viewer.token)
      expect(paged.json.data.total).toBe(videos.filter((video) => maySee(viewer, video)).length)
    }))

  it("includes only visible items in library counts", () =>
    everyViewer(async (viewer) => {
      const { items, total } = (await server.get("/api/libraries", viewer.token)).json.data
      const usable = libraries.filter((library) => mayUse(viewer, library))
      expect([ids(items), total]).toEqual([ids(usable), usable.length])
      for (const { counts, id, roots } of items) {
        const seen = videos.filter((video) => video.library.id === id && maySee(viewer, video))
        const missing = seen.filter(({ isMissing }) => isMissing).length
        // All other videos are still waiting to be examined.
        const others = { failed: 0, arriving: seen.length - missing }
        expect(counts).toEqual({
          items: seen.length,
          missing,
          ...others,
          byKind: seen.length === 0 ? {} : { video: seen.length },
          unready: seen.length === 0 ? {} : { video: { missing, ...others } }
        })
        if (!viewer.isAdmin) expect(roots).toEqual([])
      }
      for (const library of libraries) {
        const { status } = await server.get(`/api/libraries/${library.id}`, viewer.token)
        expect(status).toBe(mayUse(viewer, library) ? 200 : 404)
      }
    }))

  it("opens visible items by id, but returns 404 for hidden items", () =>
    everyViewer(async (viewer) => {
      for (const video of videos.slice(0, 8)) {
        const isSeen = maySee(viewer, video)
        const [data, bytes, status, master, segment, rated] = await Promise.all([
          server.get(`/api/videos/${video.id}`, viewer.token),
          server.get(`/api/video-stream/${video.id}/source`, viewer.token),
          server.get(`/api/video-stream/${video.id}/hls/status`, viewer.token),
          isSeen ? undefined : server.get(`/api/video-stream/${video.id}/hls/master.m3u8`, viewer.token),
          isSeen ? undefined : server.get(`/api/video-stream/${video.id}/hls/360p/0.ts`, viewer.token),
          server.request("PATCH", `/api/videos/${video.id}`, { token: viewer.token, body: { rating: 50 } })
        ])
        const expected = isSeen ? 200 : 404
        expect([viewer.name, data.status, bytes.status, status.status, rated.status]).toEqual([
          viewer.name,
          ...[expected, expected, expected, expected]
        ])
        if (isSeen) continue
        expect([master?.status, segment?.status]).toEqual([404, 404])
        const unknown = await server.get("/api/videos/01900000-0000-7000-8000-000000000001", viewer.token)
        expect(data.text).toBe(unknown.text)
      }
    }))

  it("announces only visible items to live clients", async () => {
    const clients = viewers.map((viewer) => ({
      viewer,
      client: openLive(server.origin, { token: viewer.token })
    }))
    await Promise.all(clients.map(({ client }) => client.hello()))
    await server.run(
      Effect.flatMap(EventStore, (store) =>
        store.append(
          videos.map(({ id, isMissing, isNsfw }) => ({
            streamId: id,
            expectedVersion: 1 + Number(isMissing) + Number(isNsfw),
            events: [
              isMissing ? { _tag: "item.file-found.v1" } : { _tag: "item.file-missing.v1", reason: "gone" }
            ]
          })),
          { cause: "test" }
        )
      )
    )
    const sent = ({ received }: { readonly received: ReadonlyArray<Delta> }) =>
      [...new Set(received.flatMap(({ items }) => items?.["video"]?.ids ?? []))].sort()
    await clients[0]!.client.next(({ items }: Delta) => items !== undefined)
    const expectedOf = (viewer: Viewer) => ids(videos.filter((video) => maySee(viewer, video)))
    for (const { client, viewer } of clients)
      await eventually(() => sent(client).length >= expectedOf(viewer).length)
    // Wait for messages that must not arrive.
    await new Promise((resolve) => setTimeout(resolve, 400))
    for (const { client, viewer } of clients) {
      const expected = expectedOf(viewer)
      expect([viewer.name, sent(client)]).toEqual([viewer.name, expected])
      client.close()
    }
  })
})
