import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { mkdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

let server: TestServer
let token = ""
let folder = ""
const make = (...options: ReadonlyArray<string>) =>
  Effect.runPromise(ffmpeg(...options).pipe(Effect.provide(realMediaTools)))
const tone = (name: string, ...options: ReadonlyArray<string>) =>
  make("-f", "lavfi", "-i", "sine=440:duration=1", ...options, join(folder, name))
/** ffmpeg options that embed a cover in a track. Tracks without these options use the cover in their folder. */
const ownCover = () => ["-i", join(server.media, "own.png"), "-map", "0", "-map", "1", "-c:v", "copy"]
const still = (color: string, size: string, path: string) =>
  make("-f", "lavfi", "-i", `color=${color}:size=${size}:duration=0.1`, "-frames:v", "1", path)
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

const settled = () =>
  eventually(async () => {
    const { items } = await data("/api/jobs/queues")
    return (await tracks()).length === 4 && items.every(({ queued, started }: Json) => queued + started === 0)
  })

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  folder = join(server.media, "music")
  mkdirSync(folder)
  await still("red", "16x16", join(folder, "cover.png"))
  await still("blue", "32x32", join(server.media, "own.png"))
  await tone(
    "05 - file name.mp3",
    ...ownCover(),
    ...["-disposition:v", "attached_pic"],
    ...tags({ title: "Tagged", artist: "The Band", album: "Both Sides", album_artist: "Various" }),
    ...tags({ track: "5/12", disc: "2/2", date: "1999", genre: "Folk", replaygain_track_gain: "-6.30 dB" })
  )
  await tone(
    "ogg.ogg",
    "-c:a",
    "libvorbis",
    ...tags({ title: "Of a stream", artist: "Ögg ♫", LYRICS: "One\n\nTwo" })
  )
  await tone("plain.wav", "-ar", "8000")
  // The file contains "Schöne Grüße" in an old code page.
  writeFileSync(
    join(folder, "plain.lrc"),
    Buffer.from(
      "[00:00.50][00:00.10]Sch\xf6ne Gr\xfc\xdfe f\xfcr\r\n[offset:100]\r\n[00:00.90]M\xe4dchen und K\xf6nige",
      "latin1"
    )
  )
  writeFileSync(join(folder, "damaged.mp3"), Buffer.alloc(50_000, 7))
  const library = { name: "Music", contents: ["audio"], roots: [{ path: folder }] }
  await send("POST", "/api/libraries", library)
  await settled()
})
afterAll(() => server.stop())

it("describes tracks with their tags", async () => {
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
    gain: { track: -6.3, trackPeak: null, album: null, albumPeak: null },
    hasLyrics: false
  })
  // In Ogg files, the audio stream contains the tags.
  expect(await track("Of a stream")).toMatchObject({ artist: "Ögg ♫", codec: "vorbis" })
})

it("accepts a file without tags and explains why a file without audio failed", async () => {
  expect(await track("plain")).toMatchObject({
    status: "ready",
    artist: null,
    sampleRate: 8_000,
    duration: expect.closeTo(1, 0)
  })
  expect(await track("damaged")).toMatchObject({ status: "failed", failure: expect.stringMatching(/./) })
})

it("filters tracks by artist and album, ignoring case", async () => {
  const titles = async (query: string) => (await tracks(query)).map(({ title }) => title)
  expect(await titles("&artist=the%20BAND")).toEqual(["Tagged"])
  expect(await titles("&artist=various")).toEqual(["Tagged"])
  expect(await titles("&album=both%20sides")).toEqual(["Tagged"])
  expect(await titles("&album=both%20sides&artist=Nobody")).toEqual([])
  expect((await data("/api/audio-tracks?album=Both%20Sides")).total).toBe(1)
})

it("shows the embedded cover of a track, or the cover in its folder", async () => {
  const shown = await track("Tagged")
  expect(shown.picture).toMatchObject({ width: 32, height: 32 })
  expect((await track("plain")).picture).toMatchObject({ width: 16, height: 16 })
  expect(shown.fingerprints).toMatchObject({ md5: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const picture = await server.get(shown.picture.url, token)
  expect(picture.status).toBe(200)
})

it("shows a cover that replaced another cover with the same name", async () => {
  const before = (await track("Tagged")).picture
  await still("green", "24x24", join(folder, "cover.png"))
  const { items } = await data("/api/libraries")
  await send("POST", `/api/libraries/${items[0].id}/scan`)
  await eventually(async () => (await track("plain")).picture?.width === 24, 60_000)
  // The embedded cover has priority over the cover of the folder.
  expect((await track("Tagged")).picture).toEqual(before)
})

it("returns a waveform as the lowest and highest sample of each interval", async () => {
  const { id } = await track("plain")
  const target = `/api/audio-tracks/${id}/waveform`
  const answer = await server.get(target, token)
  const { count, duration, peaks, version } = answer.json.data
  expect({ version, duration, pairs: peaks.length }).toEqual({ version: 1, duration: 1, pairs: count * 2 })
  // The track has 8,000 samples, and each pair of the waveform covers 64 samples. The amplitude of ffmpeg's sine is an
  // eighth of full scale.
  expect(count).toBe(125)
  expect(Math.max(...peaks)).toBeCloseTo(16, -1)
  expect(Math.min(...peaks)).toBeCloseTo(-16, -1)
  const again = await server.request("GET", target, {
    token,
    headers: { "If-None-Match": answer.headers["etag"] ?? "" }
  })
  expect(again.status).toBe(304)
  const damaged = await track("damaged")
  const none = await server.get(`/api/audio-tracks/${damaged.id}/waveform`, token)
  // The waveform of a damaged track is reported as missing, not as pending, because no job will create it.
  expect([none.status, none.json.error]).toMatchObject([
    404,
    { code: "waveform_missing", message: damaged.failure }
  ])
})

it("serves ranges of a track while it is converted", async () => {
  const { id, playback } = await track("plain")
  expect(playback).toMatchObject({
    directPlayable: true,
    convertedUrl: `/api/audio-stream/${id}?format=opus`
  })
  const bytes = async (range: string) => {
    const answer = await fetch(`${server.origin}${playback.convertedUrl}`, {
      headers: { Authorization: `Bearer ${token}`, Range: range }
    })
    return { answer, body: Buffer.from(await answer.arrayBuffer()) }
  }
  // First makes the server cache the track's row for the original file. The conversion must not use this row, because
  // it contains no duration.
  await server.request("HEAD", `/api/audio-stream/${id}`, { token })
  const first = await bytes("bytes=0-9999")
  const size = Number(first.answer.headers.get("Content-Range")?.split("/")[1])
  expect([first.answer.status, first.body.length]).toEqual([206, 10_000])
  const rest = await bytes("bytes=10000-")
  expect(rest.body.length).toBe(size - 10_000)
  writeFileSync(join(server.media, "converted.mp4"), Buffer.concat([first.body, rest.body]))
  await make("-i", join(server.media, "converted.mp4"), "-f", "u8", "-ac", "1", join(server.media, "heard"))
  // Old ffmpeg versions decode the whole last packet, so the result may be longer than the track by less than a packet.
  const heard = statSync(join(server.media, "heard")).size
  expect([heard >= 48_000, heard < 48_960]).toEqual([true, true])
  expect((await bytes(`bytes=${size}-`)).answer.status).toBe(416)
  expect((await server.get(`/api/audio-stream/${id}?format=wav`, token)).status).toBe(400)
})

it("sorts tracks into albums by their tags", async () => {
  const albums = async () => (await data("/api/audio-libraries?sort=title&order=asc")).items
  await eventually(async () => (await albums()).length === 2)
  const [both, loose] = await albums()
  expect(both).toMatchObject({
    title: "Both Sides",
    artist: null,
    year: 1999,
    count: 1,
    kind: "album"
  })
  expect(both.picture).toMatchObject({ width: 32 })
  expect(loose).toMatchObject({ title: "music", count: 2 })
  const inside = await data(`/api/audio-libraries/${loose.id}/tracks`)
  expect(inside.items.map(({ title }: Json) => title)).toEqual(["Of a stream", "plain"])
  await send("PUT", `/api/audio-libraries/${both.id}/favorite`)
  const placed = () =>
    server.rows(
      "select count(*)::int as n from events where type in ('item.placed.v1', 'album.described.v1')"
    )
  const before = await placed()
  await send("POST", "/api/jobs/queues/audio-scan/run")
  await settled()
  expect(await placed()).toEqual(before)
  expect((await albums()).map(({ id }: Json) => id)).toEqual([both.id, loose.id])
})

it("keeps a user's title when the file is examined again", async () => {
  const { id } = await track("Tagged")
  await send("PATCH", `/api/audio-tracks/${id}`, { title: "By hand" })
  await tone("05 - file name.mp3", ...tags({ title: "Tagged anew", artist: "Another Band" }), "-t", "0.5")
  const [library] = (await data("/api/libraries")).items
  await send("POST", `/api/libraries/${library.id}/scan`)
  await eventually(async () => (await data(`/api/audio-tracks/${id}`)).artist === "Another Band")
  expect(await data(`/api/audio-tracks/${id}`)).toMatchObject({ title: "By hand", album: null })
  // The tags of the track no longer contain an album, so the track is grouped with the other tracks of its folder. Its
  // previous album is empty and invisible.
  await eventually(async () => {
    const albums = (await data("/api/audio-libraries")).items
    return albums.length === 1 && albums[0].count === 3
  })
})

it("reads lyrics from the file next to a track, or from the track's tags", async () => {
  const [plain, ogg] = await Promise.all(["plain", "Of a stream"].map(track))
  const tagged = (await tracks("&status=ready")).find(({ id }) => id !== plain.id && id !== ogg.id)
  const lines = [
    { start: 0, text: "Schöne Grüße für" },
    { start: 0.4, text: "Schöne Grüße für" },
    { start: 0.8, text: "Mädchen und Könige" }
  ]
  expect(await data(`/api/audio-tracks/${plain.id}/lyrics`)).toEqual({
    source: "sidecar",
    isTimed: true,
    lines
  })
  expect(await data(`/api/audio-tracks/${ogg.id}/lyrics`)).toEqual({
    source: "embedded",
    isTimed: false,
    lines: ["One", "", "Two"].map((text) => ({ start: null, text }))
  })
  expect(await data(`/api/audio-tracks/${tagged.id}/lyrics`)).toEqual({
    source: null,
    isTimed: false,
    lines: []
  })
  expect((await server.get(`/api/audio-tracks/${plain.libraryId}/lyrics`, token)).status).toBe(404)
})

it("counts a play once half of a track was heard", async () => {
  const { id } = await track("plain")
  const play = async (body: object) => (await send("POST", `/api/audio-tracks/${id}/play`, body)).data
  expect(await play({ sessionKey: "a" })).toMatchObject({
    playCount: 0,
    isWatched: false,
    lastPlayedAt: expect.any(String)
  })
  expect(await play({ sessionKey: "a", heard: 0.3 })).toMatchObject({ playCount: 0 })
  expect(await play({ sessionKey: "a", heard: 0.6 })).toMatchObject({
    playCount: 1,
    isWatched: true,
    position: 0
  })
  expect(await play({ sessionKey: "a", heard: 0.9 })).toMatchObject({ playCount: 1 })
  expect(await play({ sessionKey: "b", heard: 0.6 })).toMatchObject({ playCount: 2 })
})
