import { MediaProcess } from "@media/media-tools/MediaProcess"
import {
  type MediaProcessError,
  MediaProcessFailed,
  MediaProcessTimeout
} from "@media/media-tools/MediaToolErrors"
import type { ProbeFacts } from "@media/media-tools/ProbeFacts"
import { ImageDecoder } from "@media/pictures/ImageDecoder"
import { PictureStore } from "@media/pictures/PictureStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { makePicture } from "./make.ts"
import type { PictureSubject } from "./subject.ts"

const root = mkdtempSync(join(tmpdir(), "media-make-"))
const file = join(root, "film.mp4")
writeFileSync(file, "film")
afterAll(() => rmSync(root, { recursive: true, force: true }))

const facts: ProbeFacts = {
  ...{ container: "mp4", formatNames: ["mp4"], durationSeconds: 100, startSeconds: 0, bitRate: 0 },
  ...{ sizeBytes: 4, chapters: [], tags: {} },
  streams: [
    {
      ...{ index: 0, kind: "video", codec: "h264", width: 64, height: 48, rotation: 0, isDefault: true },
      ...{ hasDisplayMatrix: false, isReflected: false, isForced: false, isAttachedPicture: false }
    }
  ]
}
const subject: PictureSubject = {
  ...{
    kind: "video",
    facts: Option.some(facts),
    coverStream: null,
    choice: null,
    artwork: null,
    entry: null
  },
  source: {
    ...{ id: "1", libraryId: "1", title: "Film", label: "film.mp4", size: 4, mtimeMs: 0, status: "ready" },
    ...{ failure: null, isFailurePassing: false, root: { id: "1", path: root }, file: Buffer.from(file) }
  }
}
const unused = Effect.dieMessage("not needed for a frame of a video")
/** Makes the picture of a video with an ffmpeg that ends with this error. */
const makeWith = (error: MediaProcessError, choice: PictureSubject["choice"] = null) =>
  makePicture(subject, choice).pipe(
    Effect.flip,
    Effect.provideService(MediaProcess, { run: () => error, stream: () => unused }),
    Effect.provideService(ImageDecoder, { decode: () => unused, facts: () => unused }),
    Effect.provideService(PictureStore, {
      write: () => unused,
      add: () => unused,
      read: () => unused,
      keepOwn: () => unused,
      readOwn: () => unused,
      sweep: () => unused
    }),
    (effect) => Effect.runPromise(effect as Effect.Effect<Effect.Effect.Success<typeof effect>>)
  )
const tool = "ffmpeg"

describe("making the picture of a video with a failing ffmpeg", () => {
  it.each([
    ["a frame that the server chooses", null],
    ["a frame that a user chose", { from: "frame", seconds: 7 } as const]
  ])("reports the file as too slow if ffmpeg used up its CPU time: %s", async (_, choice) => {
    const error = await makeWith(new MediaProcessTimeout({ tool, kind: "cpu", limitMs: 60_000 }), choice)
    expect(error).toMatchObject({ _tag: "NoPicture", code: "too-slow" })
  })

  it("reports the file as damaged if ffmpeg decodes no frame", async () => {
    const error = await makeWith(new MediaProcessFailed({ tool, exitCode: 1, signal: null, stderrTail: "" }))
    expect(error).toMatchObject({ _tag: "NoPicture", code: "damaged" })
  })

  it.each([
    ["was killed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGKILL", stderrTail: "" })],
    ["exceeded its time limit", new MediaProcessTimeout({ tool, kind: "wall", limitMs: 300_000 })]
  ])("fails with the error of ffmpeg, so that the job is retried, if ffmpeg %s", async (_, error) => {
    const { _tag, message } = error
    expect(await makeWith(error)).toMatchObject({ _tag, message })
    expect(await makeWith(error, { from: "frame", seconds: 7 })).toMatchObject({ _tag, message })
  })
})
