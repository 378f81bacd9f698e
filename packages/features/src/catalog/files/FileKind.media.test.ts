import { Ffprobe } from "@media/media-tools/Ffprobe"
import { mayDecode } from "@media/media-tools/InputArguments"
import { MediaProcess } from "@media/media-tools/MediaProcess"
import { pinFile } from "@media/media-tools/PinnedFile"
import { mainVideo } from "@media/media-tools/ProbeFacts"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { fileKindOf } from "./FileKind.ts"
import { recognizeFile } from "./Sniff.ts"
import { contentTypeOf, contentTypeOfName } from "../../media/videos/directPlay.ts"

const root = mkdtempSync(join(tmpdir(), "kinds-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const mpeg2 = "-c:v mpeg2video -c:a mp2"
const dv = "-c:v dvvideo -s 720x576 -r 25 -pix_fmt yuv420p -c:a pcm_s16le -ar 48000 -ac 2"
const small3g2 = "-c:v mpeg4 -c:a aac -strict -2"

/** File name, ffmpeg format, ffmpeg options for the codecs, and expected content type. */
const kinds: ReadonlyArray<readonly [string, string, string, string]> = [
  ["a.vob", "vob", mpeg2, "video/mpeg"],
  ["a.mpe", "mpeg", mpeg2, "video/mpeg"],
  ["a.m1v", "mpeg1video", "-c:v mpeg1video -an", "video/mpeg"],
  ["a.m2v", "mpeg2video", "-c:v mpeg2video -an", "video/mpeg"],
  ["a.m2t", "mpegts", mpeg2, "video/mp2t"],
  ["a.asf", "asf", "-c:v wmv2 -c:a wmav2", "video/x-ms-wmv"],
  ["a.dvr-ms", "asf", mpeg2, "video/x-ms-wmv"],
  ["a.wtv", "wtv", mpeg2, "video/x-ms-wtv"],
  ["a.divx", "avi", "-c:v mpeg4 -vtag DIVX -c:a mp2", "video/x-msvideo"],
  ["a.f4v", "f4v", "-c:v libx264 -pix_fmt yuv420p -c:a aac -strict -2", "video/mp4"],
  ["a.qt", "mov", "-c:v mjpeg -c:a pcm_s16be", "video/quicktime"],
  ["a.3g2", "3g2", small3g2, "video/mp4"],
  ["a.mk3d", "matroska", "-c:v mpeg4 -c:a mp2", "video/x-matroska"],
  ["a.ogm", "ogg", "-c:v libtheora -c:a libvorbis", "video/ogg"],
  ["a.ogg", "ogg", "-c:v libtheora -c:a libvorbis", "video/ogg"],
  ["a.rm", "rm", "-c:v rv10 -s 176x144 -c:a ac3", "application/vnd.rn-realmedia"],
  ["a.rmvb", "rm", "-c:v rv20 -s 176x144 -an", "application/vnd.rn-realmedia"],
  ["a.dv", "dv", dv, "video/dv"],
  ["a.mxf", "mxf", "-c:v mpeg2video -c:a pcm_s16le -ar 48000", "application/mxf"],
  [
    "a.amv",
    "amv",
    "-c:v amv -c:a adpcm_ima_amv -ac 1 -ar 22050 -block_size 882 -vstrict -1",
    "video/x-msvideo"
  ]
]

const make = (path: string, format: string, codecs: string) =>
  Effect.flatMap(MediaProcess, (tools) =>
    tools.run({
      tool: "ffmpeg",
      args: [
        ..."-hide_banner -nostdin -v error -y -f lavfi -i testsrc=s=320x240:r=25:d=2".split(" "),
        ..."-f lavfi -i sine=d=2:r=48000".split(" "),
        ...codecs.split(" "),
        ...["-f", format, path]
      ],
      timeoutMs: 60_000,
      nice: 5
    })
  )

const recognized = (name: string, contents: ReadonlyArray<string> = ["videos"]) => {
  const kind = fileKindOf(name, {
    contents,
    hasSibling: () => false,
    hasVideo: () => false,
    knownKind: undefined
  })
  if (kind._tag === "Ignored") return Promise.resolve({ reason: kind.reason })
  const file = { relative: Buffer.from(name), name, size: 1, mtimeMs: 1 }
  return Effect.runPromise(recognizeFile(Buffer.from(root), file, kind.claims))
}

it.for(kinds)("recognizes and probes %s as a video", async ([name, format, codecs, type], context) => {
  const path = join(root, name)
  const made = await Effect.runPromise(
    Effect.either(make(path, format, codecs)).pipe(Effect.provide(realMediaTools))
  )
  if (made._tag === "Left") return context.skip(`this ffmpeg cannot make it: ${made.left.message}`)
  expect(await recognized(name)).toMatchObject({ kind: { contents: "videos" } })
  expect(await recognized(name, ["videos", "images", "audio", "books"])).toMatchObject({
    kind: { contents: "videos" }
  })
  const facts = await Effect.runPromise(
    Effect.gen(function* () {
      const pinned = yield* pinFile(root, path)
      return yield* (yield* Ffprobe).probeVideo(pinned.path)
    }).pipe(Effect.scoped, Effect.provide(realMediaTools))
  )
  expect(mainVideo(facts)).toBeDefined()
  expect(facts.streams.filter(({ codec }) => !mayDecode(codec))).toEqual([])
  expect(contentTypeOf(facts.container)).toBe(type)
  expect(contentTypeOfName(name)).not.toBe("application/octet-stream")
})

it.for([
  ["song.ogg", "ogg", "-map 1:a -c:a libvorbis", "The file contains audio but no video"],
  ["song.webm", "webm", "-map 1:a -c:a libopus -strict -2", undefined],
  ["song.mp4", "ipod", "-map 1:a -c:a aac -strict -2", undefined]
] as const)("treats %s without video as audio", async ([name, format, codecs, reason]) => {
  await Effect.runPromise(make(join(root, name), format, codecs).pipe(Effect.provide(realMediaTools)))
  expect(await recognized(name, ["videos", "audio"])).toMatchObject({ kind: { kind: "track" } })
  expect(await recognized(name, ["audio"])).toMatchObject({ kind: { kind: "track" } })
  // A library without audio accepts a WebM or MP4 file by its name. The probe later finds that the file has no video
  // stream.
  expect(await recognized(name)).toMatchObject(
    reason === undefined ? { kind: { kind: "video" } } : { reason }
  )
})

it("does not treat a WebM or MP4 with video as audio", async () => {
  await Effect.runPromise(
    make(join(root, "clip.webm"), "webm", "-c:v libvpx -c:a libvorbis").pipe(Effect.provide(realMediaTools))
  )
  await Effect.runPromise(
    make(join(root, "clip.mp4"), "mp4", "-c:v mpeg4 -c:a aac -strict -2").pipe(Effect.provide(realMediaTools))
  )
  for (const name of ["clip.webm", "clip.mp4"]) {
    expect(await recognized(name, ["videos", "audio"])).toMatchObject({ kind: { kind: "video" } })
    expect(await recognized(name, ["audio"])).toEqual({
      reason: "The file may be a video, but this library does not contain videos"
    })
  }
})
