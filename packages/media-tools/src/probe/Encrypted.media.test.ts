import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { encrypted, ffmpeg, scrambled, webmThatClaimsEncryption } from "@media/testkit/media/OddMedia"
import * as Effect from "effect/Effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import type { MediaProcess } from "../MediaProcess.ts"
import { mainAudio, mainVideo, audioProblem } from "../ProbeFacts.ts"

const root = mkdtempSync(join(tmpdir(), "media-encrypted-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = <A, E>(program: Effect.Effect<A, E, Ffprobe | MediaProcess>) =>
  Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))
const probe = (path: string) => Effect.flatMap(Ffprobe, (ffprobe) => ffprobe.probeVideo(path))
const write = (name: string, content: Buffer) => {
  writeFileSync(join(root, name), content)
  return join(root, name)
}

const video = makeMedia({ seconds: 6, fps: "25", container: "mp4", video: "h264", audio: "aac" })
const refusal = { code: "encrypted", reason: "The video is encrypted (DRM) and cannot be played" }

/** Writes a copy of the video in which the first box of type `from` has the type `to`. */
const renamed = (path: string, name: string, from: string, to: string) => {
  const bytes = readFileSync(path)
  expect(bytes.indexOf(from)).toBeGreaterThan(0)
  bytes.write(to, bytes.indexOf(from), "latin1")
  return write(name, bytes)
}

describe("encrypted video and audio", () => {
  it("recognizes an encrypted MP4 video by its sample descriptions, with the index at either end of the file", async () => {
    const errors = await run(
      Effect.gen(function* () {
        const late = join(root, "late.mp4")
        yield* encrypted(yield* video, late)
        const early = join(root, "early.mp4")
        yield* ffmpeg(
          ...["-i", yield* video, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr", "-encryption_key"],
          ...["00112233445566778899aabbccddeeff", "-encryption_kid", "112233445566778899aabbccddeeff00"],
          ...["-movflags", "+faststart", early]
        )
        return yield* Effect.forEach([late, early], (path) => Effect.flip(probe(path)))
      })
    )
    expect(errors).toMatchObject([refusal, refusal])
  })

  it.each(["encv", "drmi"])("recognizes encryption by a sample description named %s", async (name) => {
    const error = await run(
      Effect.flatMap(video, (path) =>
        Effect.flip(probe(renamed(path, `${name}.mp4`, "avc1\0\0\0\0\0\0", name)))
      )
    )
    expect(error).toMatchObject(refusal)
  })

  it("recognizes an encrypted WebM video by its content encoding", async () => {
    const error = await run(
      Effect.gen(function* () {
        const whole = readFileSync(
          yield* makeMedia({ seconds: 2, fps: "25", container: "webm", video: "vp9", audio: "opus" })
        )
        return yield* Effect.flip(probe(write("eme.webm", webmThatClaimsEncryption(whole))))
      })
    )
    expect(error).toMatchObject(refusal)
  })

  it("reports protected music as unplayable", async () => {
    const error = await run(
      Effect.gen(function* () {
        const bought = join(root, "bought.m4a")
        yield* ffmpeg("-i", yield* video, "-vn", "-c", "copy", bought)
        const path = renamed(bought, "bought.m4p", "mp4a\0\0\0\0\0\0", "drms")
        return yield* Effect.flip(
          Effect.flatMap(Ffprobe, (ffprobe) =>
            Effect.flatMap(ffprobe.prepareAudio(path), ({ run: probed }) => Effect.flatten(probed))
          )
        )
      })
    )
    const reason = "The audio is encrypted (DRM) and cannot be played"
    expect(error).toMatchObject({ code: "encrypted", reason })
  })

  it("recognizes an encrypted transport stream by its packets", async () => {
    const error = await run(
      Effect.gen(function* () {
        const whole = readFileSync(
          yield* makeMedia({ seconds: 6, fps: "25", container: "ts", video: "h264", audio: "aac" })
        )
        return yield* Effect.flip(probe(write("card.ts", scrambled(whole))))
      })
    )
    expect(error).toMatchObject(refusal)
  })
})

describe("unencrypted video", () => {
  it("plays a video without its encrypted audio track and reports the problem", async () => {
    const facts = await run(
      Effect.flatMap(video, (path) => probe(renamed(path, "audio.mp4", "mp4a\0\0\0\0\0\0", "enca")))
    )
    expect(mainVideo(facts)).toBeDefined()
    expect(mainAudio(facts)).toBeUndefined()
    expect(audioProblem(facts)).toMatch(/^The audio (is encrypted|uses the codec enca)/)
  })

  it("does not mistake the names of encryption boxes in a title or after the frames for encryption", async () => {
    const facts = await run(
      Effect.gen(function* () {
        const path = join(root, "named.mp4")
        yield* ffmpeg("-i", yield* video, "-c", "copy", "-metadata", "title=encv sinf pssh enca drmi", path)
        writeFileSync(
          path,
          Buffer.concat([readFileSync(path), Buffer.from("\0\0\0\x10freeencvsinf", "latin1")])
        )
        return yield* probe(path)
      })
    )
    expect(facts.streams.some((stream) => stream.isEncrypted)).toBe(false)
  })
})

it.each([
  ["mp4", "avc1\0\0\0\0\0\0", "zzz1", /^The video uses the codec zzz1, which this ffmpeg does not know$/],
  ["mkv", "V_MPEG4/ISO/AVC", "V_MPEG4/ISO/XYZ", /^The video uses the codec V_MPEG4\/ISO\/XYZ, which/]
] as const)("reports an unknown codec of the %s", async (container, from, to, reason) => {
  const error = await run(
    Effect.gen(function* () {
      const path = yield* makeMedia({ seconds: 6, fps: "25", container, video: "h264", audio: "aac" })
      return yield* Effect.flip(probe(renamed(path, `unknown.${container}`, from, to)))
    })
  )
  expect(error).toMatchObject({ code: "unknown-codec" })
  expect(error.message).toMatch(reason)
})
