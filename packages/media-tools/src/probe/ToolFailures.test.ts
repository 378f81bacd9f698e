import * as Effect from "effect/Effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { type MediaProcessError, MediaProcessFailed, MediaProcessTimeout } from "../MediaToolErrors.ts"
import { makeFfprobe } from "./LiveFfprobe.ts"

const root = mkdtempSync(join(tmpdir(), "media-probe-failures-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Probes a file that looks like Matroska, with an ffprobe that ends with this error. */
const probeWith = (error: MediaProcessError) => {
  const path = join(root, "film.mkv")
  writeFileSync(
    path,
    Buffer.concat([Buffer.from("1a45dfa3a34286810142f7810142f2810442f38108", "hex"), Buffer.alloc(500)])
  )
  const ffprobe = makeFfprobe({ run: () => error, stream: () => Effect.dieMessage("ffprobe has no stream") })
  return Effect.runPromise(Effect.flip(ffprobe.probeVideo(path)))
}
const tool = "ffprobe"

describe("a failing ffprobe", () => {
  it("marks the file as unreadable if ffprobe used up its CPU time", async () => {
    const error = await probeWith(new MediaProcessTimeout({ tool, kind: "cpu", limitMs: 1_000 }))
    expect(error).toMatchObject({ _tag: "Unreadable", code: "too-slow" })
  })

  it("marks the file as unreadable if ffprobe exited with an error", async () => {
    const stderrTail = "Invalid data found when processing input"
    const error = await probeWith(new MediaProcessFailed({ tool, exitCode: 1, signal: null, stderrTail }))
    expect(error).toMatchObject({ _tag: "Unreadable" })
  })

  it.each([
    ["was killed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGKILL", stderrTail: "" })],
    ["crashed", new MediaProcessFailed({ tool, exitCode: null, signal: "SIGSEGV", stderrTail: "" })],
    ["exceeded its time limit", new MediaProcessTimeout({ tool, kind: "wall", limitMs: 1_000 })],
    ["produced no output for too long", new MediaProcessTimeout({ tool, kind: "silence", limitMs: 1_000 })]
  ])(
    "fails with the error of ffprobe, without marking the file as unreadable, if ffprobe %s",
    async (_, error) => {
      const { _tag, message } = error
      expect(await probeWith(error)).toMatchObject({ _tag, message })
    }
  )
})
