import { Ffprobe } from "@media/media-tools/Ffprobe"
import type { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { oshash } from "@media/media-tools/hashes/Oshash"
import { liveTagReader } from "@media/media-tools/tags/LiveTagReader"
import { TagReader } from "@media/media-tools/TagReader"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { ffmpeg } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { factsOf } from "./processor.ts"

const runtime = ManagedRuntime.make(Layer.merge(realMediaTools, liveTagReader))
const root = mkdtempSync(join(tmpdir(), "media-readers-"))
afterAll(async () => {
  rmSync(root, { recursive: true, force: true })
  await runtime.dispose()
})
const at = (name: string) => join(root, name)

const SECONDS = 3
const sine = ["-f", "lavfi", "-i", `sine=440:d=${SECONDS}:r=44100`]
/** Silence followed by noise. An encoder with a variable bit rate encodes the two parts at very different rates. */
const quietThenLoud = ["-f", "lavfi", "-i", "aevalsrc='if(lt(t,8),0,random(0)-0.5)':d=24:s=44100"]
const tags = Object.entries({
  title: "Título 日本",
  artist: "AC/DC",
  album: "The Album",
  album_artist: "Various",
  track: "5/12",
  disc: "2/3",
  date: "1999-05-31",
  genre: "Rock",
  compilation: "1",
  lyrics: "la la",
  replaygain_track_gain: "-6.30 dB",
  replaygain_track_peak: "0.988",
  replaygain_album_gain: "+1.50 dB"
}).flatMap(([name, value]) => ["-metadata", `${name}=${value}`])
const picture = "-i COVER -map 0 -map 1 -c:v copy -disposition:v attached_pic"

beforeAll(() =>
  runtime.runPromise(ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.1", "-frames:v", "1", at("cover.jpg")))
)

const make = async (name: string, coding: string, sound: ReadonlyArray<string> = sine) => {
  const words = coding
    .split(" ")
    .flatMap((word) => (word === "" ? [] : [word.replace("COVER", at("cover.jpg"))]))
  await runtime.runPromise(ffmpeg(...sound, ...words, ...tags, at(name)))
  return at(name)
}

const byTags = (path: string, inside = root) =>
  runtime
    .runPromise(Effect.flatMap(TagReader, (reader) => reader.read([{ root: inside, path }])))
    .then(([track]) => track)
const byFfprobe = (path: string): Promise<ProbeFacts> =>
  runtime.runPromise(
    Effect.flatMap(Ffprobe, (ffprobe) =>
      Effect.flatMap(ffprobe.prepareAudio(path), ({ run }) => Effect.flatten(run))
    )
  )

const rounded = ({ bitRate, duration, ...rest }: ReturnType<typeof factsOf>) => rest

describe("the tag reader and ffprobe", () => {
  it.each([
    ["id3v24.mp3", `${picture} -b:a 128k`],
    ["id3v23.mp3", `${picture} -b:a 128k -id3v2_version 3`],
    ["variable.mp3", "-q:a 4"],
    ["mono, half the rate.mp3", "-ar 22050 -ac 1 -b:a 48k"],
    ["without header.mp3", "-b:a 96k -write_xing 0"],
    ["layer2.mp2", "-c:a mp2 -b:a 192k"],
    ["a.flac", `${picture} -c:a flac`],
    ["stereo.ogg", "-ac 2 -c:a libvorbis"],
    ["a.opus", "-c:a libopus"],
    ["aac.m4a", "-c:a aac -b:a 96k"],
    ["picture.m4a", `${picture} -ac 2 -c:a aac -b:a 96k`],
    ["alac.m4a", "-c:a alac"],
    ["a.wav", ""],
    ["id3.aiff", "-write_id3v2 1"]
  ])("reads the same values from %s with the tag reader and ffprobe", async (name, coding) => {
    const path = await make(name, coding)
    const read = await byTags(path)
    const [ours, theirs] = [factsOf(read!.facts), factsOf(await byFfprobe(path))]
    expect(rounded(ours)).toEqual(rounded(theirs))
    // The durations differ slightly, because the tag reader counts samples. For Opus, ffprobe includes the first
    // samples, which are not played. For MP3, ffprobe estimates the duration from the size of the file.
    expect(Math.abs(ours.duration - theirs.duration)).toBeLessThan(0.03)
    expect(ours.bitRate! / theirs.bitRate!).toBeCloseTo(1, 1)
    expect(read!.oshash).toBe(await oshash(path))
  })
})

describe("the tag reader", () => {
  it.each([
    ["a.wma", "-c:a wmav2"],
    ["a.mka", "-c:a flac"],
    ["24 bits.wav", "-c:a pcm_s24le"],
    ["fragmented.m4a", "-c:a aac -movflags frag_keyframe+empty_moov"],
    ["adts.aac", "-c:a aac"]
  ])("leaves %s to ffprobe", async (name, coding) => {
    expect(await byTags(await make(name, coding))).toBeUndefined()
  })

  it.each(["book.m4b", "book.mp3"])("leaves the chapters of %s to ffprobe", async (name) => {
    const chapters =
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=3000\ntitle=Two\n"
    writeFileSync(at("chapters.txt"), chapters)
    const path = await make(name, `-i ${at("chapters.txt")} -map_chapters 1 -map 0:a`)
    expect(await byTags(path)).toBeUndefined()
    expect(factsOf(await byFfprobe(path)).chapters.map(({ title }) => title)).toEqual(["One", "Two"])
  })

  it("rejects files outside the root and files that are reached through a link", async () => {
    const flac = await make("linked.flac", "-c:a flac")
    const inside = mkdtempSync(at("root-"))
    symlinkSync(flac, join(inside, "link.flac"))
    symlinkSync(root, join(inside, "folder"))
    expect(await byTags(flac)).toMatchObject({ size: statSync(flac).size })
    for (const path of [join(inside, "link.flac"), join(inside, "folder/linked.flac"), flac, inside])
      expect(await byTags(path, inside), path).toBeUndefined()
  })

  it("rejects damaged files and files that are not music", async () => {
    const flac = readFileSync(await make("damaged.flac", "-c:a flac"))
    for (const [name, bytes] of Object.entries({
      "text.mp3": Buffer.from("no music at all ".repeat(500)),
      "zeros.mp3": Buffer.alloc(100_000),
      "cut.flac": flac.subarray(0, 60),
      "claims.mp3": Buffer.concat([
        Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1"),
        Buffer.alloc(5_000)
      ]),
      "empty.mp3": Buffer.alloc(0)
    })) {
      writeFileSync(at(name), bytes)
      expect(await byTags(at(name)), name).toBeUndefined()
    }
  })
})

it("measures the exact duration of an MP3 without a header, which ffprobe only estimates", async () => {
  const path = await make("guessed.mp3", "-q:a 4 -write_xing 0 -id3v2_version 0", quietThenLoud)
  const read = await byTags(path)
  expect(Math.abs(read!.facts.durationSeconds - 24)).toBeLessThan(0.1)
  expect(Math.abs((await byFfprobe(path)).durationSeconds - 24)).toBeGreaterThan(1)
})

it("ignores the header of a truncated MP3", async () => {
  const whole = readFileSync(await make("whole.mp3", "-b:a 128k", ["-f", "lavfi", "-i", "sine=440:d=20"]))
  writeFileSync(at("half.mp3"), whole.subarray(0, whole.length / 2))
  expect(Math.abs((await byTags(at("half.mp3")))!.facts.durationSeconds - 10)).toBeLessThan(0.1)
})
