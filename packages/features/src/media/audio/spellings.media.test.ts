import { Ffprobe } from "@media/media-tools/Ffprobe"
import { liveTagReader } from "@media/media-tools/tags/LiveTagReader"
import { TagReader } from "@media/media-tools/TagReader"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import { mp3With } from "@media/testkit/media/tags/Id3Frames"
import { m4aWith } from "@media/testkit/media/tags/ItunesAtoms"
import { type Comments, flacWith, oggWith } from "@media/testkit/media/tags/VorbisComments"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { factsOf } from "./processor.ts"

const runtime = ManagedRuntime.make(Layer.merge(realMediaTools, liveTagReader))
const root = mkdtempSync(join(tmpdir(), "media-spellings-"))
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await runtime.dispose()
})
const at = (name: string) => join(root, name)

/** ffmpeg's arguments for files without tags. M4A files get a title, which creates their list of tags. */
const codings = {
  "plain.flac": "-c:a flac",
  "plain.ogg": "-c:a libvorbis",
  "plain.opus": "-c:a libopus",
  "plain.mp3": "-c:a libmp3lame -id3v2_version 0 -write_id3v1 0",
  "plain.m4a": "-c:a aac -metadata title=T"
}
beforeAll(async () => {
  for (const [name, coding] of Object.entries(codings))
    await runtime.runPromise(
      ffmpeg("-f", "lavfi", "-i", "sine=d=1:r=48000", "-ac", "2", ...coding.split(" "), "-bitexact", at(name))
    )
})

type Write = (comments: Comments) => Buffer
const plain = (name: keyof typeof codings) => readFileSync(at(name))
const comments: ReadonlyArray<readonly [name: string, write: Write]> = [
  ["a.flac", (each) => flacWith(plain("plain.flac"), each)],
  ["a.ogg", (each) => oggWith(plain("plain.ogg"), each)],
  ["a.opus", (each) => oggWith(plain("plain.opus"), each)]
]
const frames: ReadonlyArray<readonly [name: string, write: Write]> = [
  ["v3.mp3", (each) => mp3With(3, plain("plain.mp3"), each)],
  ["v4.mp3", (each) => mp3With(4, plain("plain.mp3"), each)]
]
const atoms: ReadonlyArray<readonly [name: string, write: Write]> = [
  ["a.m4a", (each) => m4aWith(plain("plain.m4a"), each)]
]

const byTags = (path: string) =>
  runtime
    .runPromise(Effect.flatMap(TagReader, (reader) => reader.read([{ root, path }])))
    .then(([track]) => (track === undefined ? undefined : factsOf(track.facts)))
const byFfprobe = (path: string) =>
  runtime
    .runPromise(
      Effect.flatMap(Ffprobe, (ffprobe) =>
        Effect.flatMap(ffprobe.prepareAudio(path), ({ run }) => Effect.flatten(run))
      )
    )
    .then(factsOf)

const read = async (name: string, bytes: Buffer) => {
  writeFileSync(at(name), bytes)
  return { ours: await byTags(at(name)), theirs: await byFfprobe(at(name)) }
}

const numbersOf = ({
  album,
  albumArtist,
  artist,
  discNumber,
  genre,
  trackNumber
}: ReturnType<typeof factsOf>) => ({
  ...{ album, albumArtist, artist, discNumber, genre, trackNumber }
})

/** The tags written by beets, which writes each number and the album artist in every spelling. */
const beets: Comments = [
  ["TITLE", "Song"],
  ["ARTIST", "Sigur Ros"],
  ["ALBUM", "Agaetis"],
  ["ALBUM ARTIST", "Sigur Ros Band"],
  ["ALBUM_ARTIST", "Sigur Ros Band"],
  ["ALBUMARTIST", "Sigur Ros Band"],
  ["TRACK", "3"],
  ["TRACKNUMBER", "3"],
  ["DISC", "2"],
  ["DISCNUMBER", "2"],
  ["GENRE", "Rock"]
]
const expected = {
  album: "Agaetis",
  albumArtist: "Sigur Ros Band",
  artist: "Sigur Ros",
  discNumber: 2,
  trackNumber: 3,
  genre: "Rock"
}

describe("the tag reader and ffprobe", () => {
  it.each(comments)("reads tags written by beets in %s with both readers", async (name, write) => {
    const { ours, theirs } = await read(name, write(beets))
    expect(numbersOf(ours!)).toEqual(expected)
    expect(numbersOf(theirs)).toEqual(expected)
  })

  it.each(frames)("reads all spellings of a tag in %s with both readers", async (name, write) => {
    const { ours, theirs } = await read(
      name,
      write([
        ["TPE1", "Sigur Ros"],
        ["TALB", "Agaetis"],
        ["TPE2", "Sigur Ros Band"],
        ["TRCK", "3"],
        ["TPOS", "2"],
        ["TCON", "Rock"],
        ["TXXX:ALBUM_ARTIST", "Sigur Ros Band"],
        ["TXXX:ALBUM ARTIST", "Sigur Ros Band"],
        ["TXXX:track", "3"],
        ["TXXX:disc", "2"]
      ])
    )
    expect(numbersOf(ours!)).toEqual(expected)
    expect(numbersOf(theirs)).toEqual(expected)
  })

  it.each(atoms)("reads all spellings of a tag in %s with both readers", async (name, write) => {
    const { ours, theirs } = await read(
      name,
      write(beets.map(([field, value]) => [field === "TITLE" ? "SUBTITLE" : field.toLowerCase(), value]))
    )
    expect(numbersOf(ours!)).toEqual(expected)
    expect(numbersOf(theirs)).toEqual(expected)
  })
})

/** Pseudo-random numbers that are the same in each run. */
const seeded = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}
const fields = [
  "TRACK",
  "TRACKNUMBER",
  "track",
  "DISC",
  "DISCNUMBER",
  "ALBUM_ARTIST",
  "albumartist",
  "ARTIST",
  "artist",
  "ALBUM",
  "GENRE"
]
const values = ["3", "3", "3/12", "2", "A", "A", "B", "A;B", "Ágætis", ""]

it.each(comments)(
  "the tag reader and ffprobe return the same values for random fields of %s",
  async (name, write) => {
    const random = seeded(20_261_124)
    let answered = 0
    for (let round = 0; round < 40; round++) {
      const some = Array.from({ length: 1 + random(8) }, () => {
        return [fields[random(fields.length)]!, values[random(values.length)]!] as const
      })
      const { ours, theirs } = await read(name, write(some))
      if (ours === undefined) continue
      answered++
      expect([some, numbersOf(ours)]).toEqual([some, numbersOf(theirs)])
    }
    expect(answered).toBeGreaterThan(10)
  },
  120_000
)
