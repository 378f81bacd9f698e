import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { mkdirSync, readFileSync, renameSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let libraryId = ""

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string, as = token): Promise<Json> => (await server.get(target, as)).json.data
const names = async (target: string, as = token) =>
  (await data(target, as)).items.map(({ name, title }: Json) => name ?? title)

const folder = () => join(server.media, "music")
const make = (path: string, tags: Readonly<Record<string, string>>, seconds = 0.2) => {
  mkdirSync(dirname(path), { recursive: true })
  const words = Object.entries(tags).flatMap(([name, value]) => ["-metadata", `${name}=${value}`])
  return Effect.runPromise(
    ffmpeg("-f", "lavfi", "-i", `sine=440:duration=${seconds}:sample_rate=8000`, ...words, path).pipe(
      Effect.provide(realMediaTools)
    )
  )
}
const still = (path: string) =>
  Effect.runPromise(
    ffmpeg("-f", "lavfi", "-i", "color=red:size=16x16", "-frames:v", "1", path).pipe(
      Effect.provide(realMediaTools)
    )
  )
const song = (path: string, tags: Readonly<Record<string, string>>, seconds?: number) =>
  make(join(folder(), path), tags, seconds)

const settled = (tracks: number) =>
  eventually(async () => {
    const { items } = await data("/api/jobs/queues")
    const { total } = await data("/api/audio-tracks?status=ready")
    return total === tracks && items.every(({ queued, started }: Json) => queued + started === 0)
  })
const scan = () => server.request("POST", `/api/libraries/${libraryId}/scan`, { token })

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  await song("one/1.mp3", { title: "Alpha", artist: "The Ann", album: "First", track: "1", date: "2001" })
  await song("one/2.mp3", { title: "Bravo", artist: "The Ann; Bo", album: "First", track: "2", date: "2001" })
  await song("two/1.mp3", { title: "Charlie", artist: "the ann", album: "Early", track: "1", date: "1999" })
  await song("hits/1.mp3", { title: "Delta", artist: "Bo", album: "Hits", compilation: "1", track: "1" })
  await song("hits/2.mp3", { title: "Echo", artist: "Cy", album: "Hits", compilation: "1", track: "2" })
  await song("bare.mp3", {})
  const library = { name: "Music", contents: ["audio"], roots: [{ path: folder() }] }
  libraryId = (await server.request("POST", "/api/libraries", { token, body: library })).json.data.id
  await settled(6)
  // Tracks are grouped into albums once no more tracks have been examined for a while.
  await eventually(async () => (await data("/api/audio-libraries")).total === 4)
})
afterAll(() => server.stop())

it("lists the artists from the tags with their albums and tracks", async () => {
  const { items, total } = await data("/api/audio-artists")
  const counts = items.map(({ albums, name, tracks }: Json) => [name, albums, tracks])
  // Artists are found in any spelling, and sorted without their articles.
  expect(counts).toEqual([
    ["The Ann", 2, 3],
    ["Bo", 0, 2],
    ["Cy", 0, 1],
    ["Various Artists", 1, 0]
  ])
  expect(total).toBe(4)
  const [ann, bo, , various] = items
  expect(await names("/api/audio-artists?q=AN")).toEqual(["The Ann"])
  expect(await names("/api/audio-artists?hasAlbums=true")).toEqual(["The Ann", "Various Artists"])
  expect(await data(`/api/audio-artists/${ann.id}`)).toEqual(ann)

  const albums = (query: string) => names(`/api/audio-libraries?sort=artist&order=asc&${query}`)
  expect(await albums(`artistId=${ann.id}`)).toEqual(["Early", "First"])
  expect(await albums(`guestId=${ann.id}`)).toEqual([])
  expect((await albums(`guestId=${bo.id}`)).toSorted()).toEqual(["First", "Hits"])
  expect(await albums(`artistId=${various.id}`)).toEqual(["Hits"])
  expect(await names(`/api/audio-tracks?artistId=${bo.id}&sort=title&order=asc`)).toEqual(["Bravo", "Delta"])
  const [hits] = (await data(`/api/audio-libraries?artistId=${various.id}`)).items
  expect(hits).toMatchObject({ artist: null, artists: [{ id: various.id, name: "Various Artists" }] })
})

it("sorts tracks by artist and album", async () => {
  const inOrder = ["Charlie", "Alpha", "Bravo", "Delta", "Echo", "bare"]
  expect(await names("/api/audio-tracks?sort=artist&order=asc")).toEqual(inOrder)
  expect(await names("/api/audio-tracks?sort=artist&order=desc")).toEqual(inOrder.toReversed())
  expect(await names("/api/audio-tracks?sort=album&order=asc")).toEqual(inOrder)
  expect(await names("/api/audio-tracks?q=bo&sort=artist&order=asc")).toEqual(["Bravo", "Delta"])
  expect(await names("/api/audio-tracks?q=ann+first&sort=title&order=asc")).toEqual(["Alpha", "Bravo"])
  expect(await names("/api/audio-libraries?q=ann&sort=artist&order=asc")).toEqual(["Early", "First"])
  expect((await server.get("/api/images?sort=album", token)).status).toBe(400)
})

it("supports markers on tracks in the same way as on videos", async () => {
  const [alpha] = (await data("/api/audio-tracks?q=alpha")).items
  const at = `/api/audio-tracks/${alpha.id}/markers`
  const send = (method: string, target: string, body?: object) =>
    server.request(method, target, { token, ...(body === undefined ? {} : { body }) })
  const added = await send("POST", at, { title: "Solo", start: 0.1 })
  expect([added.status, added.json.data]).toMatchObject([
    201,
    { trackId: alpha.id, title: "Solo", end: null }
  ])
  expect((await send("POST", at, { title: "Behind", start: 60 })).json.error.code).toBe("validation")
  await send("PATCH", `${at}/${added.json.data.id}`, { title: "Chorus" })
  expect((await data(at)).map(({ start, title }: Json) => [start, title])).toEqual([[0.1, "Chorus"]])
  // The URL of a video does not accept the id of a track.
  expect((await server.get(`/api/videos/${alpha.id}/markers`, token)).status).toBe(404)
  expect((await data("/api/markers")).total).toBe(0)
  expect((await send("DELETE", `${at}/${added.json.data.id}`)).status).toBe(200)
  expect(await data(at)).toEqual([])
})

it("does not reveal artists of hidden tracks", async () => {
  const [charlie] = (await data("/api/audio-tracks?q=charlie")).items
  const [cy] = (await data("/api/audio-artists?q=cy")).items
  const [echo] = (await data("/api/audio-tracks?q=echo")).items
  const hide = (id: string, isNsfw: boolean) =>
    server.request("PATCH", `/api/audio-tracks/${id}`, { token, body: { isNsfw } })
  for (const id of [charlie.id, echo.id]) await hide(id, true)
  const outsider = (await server.account({ username: "outsider", role: "member" })).token
  const member = (await server.account({ username: "member", role: "member", libraryIds: [libraryId] })).token
  expect((await data("/api/audio-artists", outsider)).total).toBe(0)
  const seen = (await data("/api/audio-artists", member)).items
  expect(seen.map(({ albums, name, tracks }: Json) => [name, albums, tracks])).toEqual([
    ["The Ann", 1, 2],
    ["Bo", 0, 2],
    ["Various Artists", 1, 0]
  ])
  expect((await server.get(`/api/audio-artists/${cy.id}`, member)).status).toBe(404)
  expect((await data(`/api/audio-libraries?guestId=${cy.id}`, member)).total).toBe(0)
  expect((await data(`/api/audio-tracks?artistId=${cy.id}`, member)).total).toBe(0)
  for (const id of [charlie.id, echo.id]) await hide(id, false)
})

it("renames a retagged album unless a user has named it", async () => {
  const albumOf = async (title: string) =>
    (await data(`/api/audio-libraries?q=${title}`)).items.find((one: Json) => one.title === title)
  const [first, early] = [await albumOf("First"), await albumOf("Early")]
  await server.request("PATCH", `/api/audio-libraries/${early.id}`, { token, body: { title: "Mine" } })
  await song("one/1.mp3", { title: "Alpha", artist: "The Ann", album: "Last", track: "1" }, 0.3)
  await song("one/2.mp3", { title: "Bravo", artist: "The Ann; Bo", album: "Last", track: "2" }, 0.3)
  await song("two/1.mp3", { title: "Charlie", artist: "the ann", album: "Late", track: "1" }, 0.3)
  const pictureOf = async (title: string) => (await data(`/api/audio-tracks?q=${title}`)).items[0].picture
  expect(await pictureOf("Delta")).toBeNull()
  await still(join(folder(), "hits", "Cover.png"))
  await scan()
  await eventually(async () => (await albumOf("Last"))?.id === first.id)
  // This cover is not embedded. It was added to the folder after the first scan.
  await eventually(async () => (await pictureOf("Delta")) !== null)
  await settled(6)
  expect((await data(`/api/audio-libraries/${early.id}`)).title).toBe("Mine")
  expect(await names(`/api/audio-libraries/${early.id}/tracks`)).toEqual(["Charlie"])
})

it("adds an uploaded track to its album", async () => {
  const album = (await data("/api/audio-libraries?q=Hits")).items[0]
  const file = join(server.media, "foxtrot.mp3")
  await make(file, { title: "Foxtrot", artist: "Di", album: "Hits", compilation: "1", track: "3" })
  const send = async (name: string, bytes: Buffer, as = token, id = album.id as string) => {
    const form = new FormData()
    form.append("file", new Blob([new Uint8Array(bytes)]), name)
    const answer = await fetch(`${server.origin}/api/audio-libraries/${id}/tracks/upload`, {
      method: "POST",
      headers: { Authorization: `Bearer ${as}` },
      body: form
    })
    return { status: answer.status, json: (await answer.json()) as Json }
  }
  const sent = await send("foxtrot.mp3", readFileSync(file))
  expect([sent.status, sent.json.data?.kind]).toEqual([201, "track"])
  await eventually(async () => {
    const { items } = await data(`/api/audio-libraries/${album.id}/tracks`)
    return items.some(({ artists, title }: Json) => title === "Foxtrot" && artists[0]?.name === "Di")
  })
  expect(readFileSync(join(folder(), "hits", "foxtrot.mp3"))).toEqual(readFileSync(file))
  expect(await names("/api/audio-artists?q=di")).toEqual(["Di"])

  const codeOf = async (answer: ReturnType<typeof send>) => {
    const { json, status } = await answer
    return [status, json.error?.code]
  }
  expect(await codeOf(send("page.mp3", Buffer.from("<!doctype html><p>no sound")))).toEqual([
    415,
    "unsupported_media_type"
  ])
  expect(await codeOf(send("song.exe", Buffer.from("MZ")))).toEqual([415, "unsupported_media_type"])
  expect(await codeOf(send("foxtrot.mp3", readFileSync(file)))).toEqual([409, "file_conflict"])
  const member = (await server.account({ username: "reader", role: "member", libraryIds: [libraryId] })).token
  expect((await codeOf(send("other.mp3", readFileSync(file), member)))[0]).toBe(403)
  const outsider = (await server.account({ username: "stranger", role: "member" })).token
  expect((await codeOf(send("other.mp3", readFileSync(file), outsider)))[0]).toBe(404)
})

it("moves an album to another library when its last track moves", async () => {
  const body = { name: "More", contents: ["audio"], roots: [{ path: join(server.media, "more") }] }
  mkdirSync(join(server.media, "more"))
  const albumsOf = async (id: string) =>
    (await data(`/api/audio-libraries?libraryId=${id}`)).items.map((album: Json) => album.id)
  const before = await albumsOf(libraryId)
  const [{ albumId }] = (await data("/api/audio-tracks?q=bravo")).items
  renameSync(join(folder(), "one", "1.mp3"), join(server.media, "more", "1.mp3"))
  const { id } = (await server.request("POST", "/api/libraries", { token, body })).json.data
  await eventually(async () => (await albumsOf(id)).length === 1)
  const [album] = await albumsOf(id)
  expect(await names(`/api/audio-libraries/${album}/tracks`)).toEqual(["Alpha"])
  expect(await names(`/api/audio-libraries/${albumId}/tracks`)).toEqual(["Bravo"])
  expect(await albumsOf(libraryId)).toEqual(before)
})
