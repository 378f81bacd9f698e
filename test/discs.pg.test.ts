import { flacWith } from "@media/testkit/media/tags/VorbisComments"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { writeTree } from "@media/testkit/Library"
import { eventually, startTestServer, type TestServer } from "@media/testkit/TestServer"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let server: TestServer
let token = ""
const data = async (target: string): Promise<Json> => (await server.get(target, token)).json.data
const discOf = async (title: string): Promise<number | null> => {
  const { items } = await data("/api/audio-tracks")
  const { id } = items.find((track: Json) => track.title === title)
  return (await data(`/api/audio-tracks/${id}`)).discNumber
}

beforeAll(async () => {
  server = await startTestServer({ isWorking: true })
  token = (await server.setup()).token
  const folder = join(server.media, "music")
  const tone = join(server.folder, "tone.flac")
  await Effect.runPromise(
    ffmpeg("-f", "lavfi", "-i", "sine=440:duration=0.2", tone).pipe(Effect.provide(realMediaTools))
  )
  const flac = readFileSync(tone)
  const song = (title: string, tags: Readonly<Record<string, string>> = {}) =>
    flacWith(flac, Object.entries({ TITLE: title, ...tags }))
  writeTree(folder, {
    "Live/CD2/01 Song.flac": song("In a folder of a disc"),
    "White/01 Song.flac": song("With a disc in the album name", { ALBUM: "White Album (Disc 3)" }),
    "Gray/CD5/01 Song.flac": song("With both", { ALBUM: "Gray Album (Disc 6)" }),
    "Black/CD4/01 Song.flac": song("With a tag", { ALBUM: "Black Album (Disc 3)", DISCNUMBER: "1" }),
    "CD8/Live/01 Song.flac": song("With nothing")
  })
  const body = { name: "Music", contents: ["audio"], roots: [{ path: folder }] }
  await server.request("POST", "/api/libraries", { token, body })
  await eventually(async () => {
    const { items } = await data("/api/audio-tracks")
    return items.length === 5 && items.every(({ codec }: Json) => codec !== null)
  })
})
afterAll(() => server.stop())

it("takes the disc number of a track from the name of its folder", async () => {
  expect(await discOf("In a folder of a disc")).toBe(2)
  expect(await discOf("With nothing"), "the track's own folder has no number").toBeNull()
})

it("prefers a disc number in the tags or in the album name to the folder", async () => {
  expect(await discOf("With a disc in the album name")).toBe(3)
  expect(await discOf("With both")).toBe(6)
  expect(await discOf("With a tag")).toBe(1)
})
