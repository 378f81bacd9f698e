import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let folder = ""
const tone = (name: string, ...options: ReadonlyArray<string>) =>
  Effect.runPromise(
    ffmpeg("-f", "lavfi", "-i", "sine=440:duration=1", ...options, join(folder, name)).pipe(
      Effect.provide(realMediaTools)
    )
  )
const tags = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).flatMap(([name, value]) => ["-metadata", `${name}=${value}`])

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const send = async (method: string, target: string, body?: unknown): Promise<Json> =>
  (await server.request(method, target, { token, ...(body === undefined ? {} : { body }) })).json
const tracks = async (query = ""): Promise<ReadonlyArray<Json>> =>
  (await data(`/api/audio-tracks?sort=title&order=asc${query}`)).items
const track = async (title: string): Promise<Json> => {
  const found = (await tracks()).find((each) => each.title === title)
  return data(`/api/audio-tracks/${found.id}`)
}

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "music")
  mkdirSync(folder)
  await tone(
    "05 - file name.mp3",
    ...tags({ title: "Tagged", artist: "The Band", album: "Both Sides", album_artist: "Various" }),
    ...tags({ track: "5/12", disc: "2/2", date: "1999", genre: "Folk", replaygain_track_gain: "-6.30 dB" })
  )
  await tone("ogg.ogg", "-c:a", "libvorbis", ...tags({ title: "Of a stream", artist: "Ögg ♫" }))
  await tone("plain.wav", "-ar", "8000")
  writeFileSync(join(folder, "damaged.mp3"), Buffer.alloc(50_000, 7))
  const library = { name: "Music", contents: ["audio"], roots: [{ path: folder }] }
  await send("POST", "/api/libraries", library)
  await eventually(async () => {
    const { items } = await data("/api/jobs/queues")
    return (await tracks()).length === 4 && items.every(({ queued, started }: Json) => queued + started === 0)
  }, 60_000)
}, 120_000)
afterAll(() => server.stop())

it("tracks are called and described by their tags", async () => {
  expect(await track("Tagged")).toMatchObject({
    status: "ready",
    duration: expect.closeTo(1, 0),
    artist: "The Band",
    album: "Both Sides",
    albumArtist: "Various",
    discNumber: 2,
    trackNumber: 5,
    date: "1999",
    year: 1999,
    genre: "Folk",
    container: "mp3",
    codec: "mp3",
    sampleRate: 44_100,
    channels: 1,
    trackGain: -6.3,
    hasLyrics: false
  })
  // Ogg has them on its stream.
  expect(await track("Of a stream")).toMatchObject({ artist: "Ögg ♫", codec: "vorbis" })
})

it("a file without tags is as good as any, one without sound says why it is not", async () => {
  expect(await track("plain")).toMatchObject({
    status: "ready",
    artist: null,
    sampleRate: 8_000,
    duration: expect.closeTo(1, 0)
  })
  expect(await track("damaged")).toMatchObject({ status: "failed", failure: expect.stringMatching(/./) })
})

it("lists are narrowed by an artist and by an album, whatever the case, and nothing else is counted", async () => {
  const titles = async (query: string) => (await tracks(query)).map(({ title }) => title)
  expect(await titles("&artist=the%20BAND")).toEqual(["Tagged"])
  expect(await titles("&artist=various")).toEqual(["Tagged"])
  expect(await titles("&album=both%20sides")).toEqual(["Tagged"])
  expect(await titles("&album=both%20sides&artist=Nobody")).toEqual([])
  expect((await data("/api/audio-tracks?album=Both%20Sides")).total).toBe(1)
})

it("a title that a person gave stays when the file is examined again", async () => {
  const { id } = await track("Tagged")
  await send("PATCH", `/api/audio-tracks/${id}`, { title: "By hand" })
  await tone("05 - file name.mp3", ...tags({ title: "Tagged anew", artist: "Another Band" }), "-t", "0.5")
  const [library] = (await data("/api/libraries")).items
  await send("POST", `/api/libraries/${library.id}/scan`)
  await eventually(async () => (await data(`/api/audio-tracks/${id}`)).artist === "Another Band", 60_000)
  expect(await data(`/api/audio-tracks/${id}`)).toMatchObject({ title: "By hand", album: null })
})
