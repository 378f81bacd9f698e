import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import type { MediaRecipe } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { packetsOf } from "@media/testkit/media/ReadBack"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { afterAll, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { MediaProcess } from "../MediaProcess.ts"
import { MediaProcessFailed, MediaToolMissing } from "../MediaToolErrors.ts"
import { HlsEngine } from "./HlsEngine.ts"
import { liveHlsEngine } from "./LiveHlsEngine.ts"

const root = mkdtempSync(join(tmpdir(), "hls-crash-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const CLIP: MediaRecipe = {
  seconds: 14,
  fps: "25",
  container: "mp4",
  video: "mpeg4",
  audio: "aac",
  width: 640,
  height: 352
}

/**
 * Returns the real tools, except that the first `crashes` runs are killed with `signal`: before any output if
 * `isAtOnce`, otherwise after some output.
 */
const crashing = (crashes: number, signal: NodeJS.Signals, isAtOnce: boolean, started: Array<number>) =>
  Layer.effect(
    MediaProcess,
    Effect.map(MediaProcess, (tools) => ({
      ...tools,
      stream: (command) =>
        Effect.tap(tools.stream(command), ({ pid, stdout }) => {
          started.push(pid)
          if (started.length > crashes) return
          const end = () => process.kill(-pid, signal)
          if (isAtOnce) end()
          else stdout.once("readable", end)
        })
    }))
  ).pipe(Layer.provideMerge(realMediaTools))

/** Returns the real ffprobe, and an ffmpeg whose runs all fail with `error`. */
const withoutFfmpeg = (error: MediaToolMissing | MediaProcessFailed) =>
  Layer.effect(
    MediaProcess,
    Effect.map(MediaProcess, (tools) => ({
      ...tools,
      stream: () =>
        error._tag === "MediaToolMissing"
          ? Effect.fail(error)
          : Effect.succeed({
              pid: 0,
              stdout: Readable.from([]),
              pipes: [],
              stderrTail: () => "",
              exit: Effect.fail(error)
            })
    }))
  ).pipe(Layer.provideMerge(realMediaTools))

const fill = (id: string, crashes: number, signal: NodeJS.Signals, isAtOnce: boolean) => {
  const started: Array<number> = []
  return fillWith(id, crashing(crashes, signal, isAtOnce, started), started)
}

const fillWith = (id: string, tools: ReturnType<typeof crashing>, started: ReadonlyArray<number> = []) => {
  const cacheDir = join(root, id)
  const engine = liveHlsEngine({ cacheDir }).pipe(Layer.provideMerge(tools))
  return Effect.runPromise(
    Effect.gen(function* () {
      const path = yield* makeMedia(CLIP)
      const { mtimeMs, size } = statSync(path)
      const probe = yield* (yield* Ffprobe).probeVideo(path)
      const source = { id, path, sizeBytes: size, mtimeMs, probe }
      const hls = yield* HlsEngine
      const result = yield* Effect.either(hls.fill(source, () => Effect.void))
      const { renditions, table } = yield* hls.describe(source)
      const { state } = yield* hls.status(source)
      const last = join(cacheDir, id, `${renditions[0]!.height}p_${table.durations.length - 1}.ts`)
      const frames = result._tag === "Right" ? (yield* packetsOf(last, "v:0")).length : 0
      return { result, state, frames, runs: started.length }
    }).pipe(Effect.provide(engine))
  )
}

it("continues at the position where ffmpeg crashed", async () => {
  const { frames, result, runs, state } = await fill("once", 1, "SIGSEGV", false)
  expect(result._tag).toBe("Right")
  expect({ frames, runs, state }).toEqual({ frames: 100, runs: 2, state: "fresh" })
})

it("fails permanently if ffmpeg crashes twice at the same position", async () => {
  const { result, runs, state } = await fill("twice", 100, "SIGABRT", false)
  expect(result).toMatchObject({ left: { code: "stream-broken", isTransient: false } })
  expect({ runs, state }).toEqual({ runs: 2, state: "failed" })
})

it("fails permanently if ffmpeg crashes without producing a frame", async () => {
  const { result, runs, state } = await fill("never", 100, "SIGSEGV", true)
  expect(result).toMatchObject({ left: { code: "source-short", isTransient: false } })
  expect(runs).toBeLessThanOrEqual(3)
  expect(state).toBe("failed")
})

it("reports a temporary failure if ffmpeg was killed, because the file may be fine", async () => {
  const { result, runs } = await fill("killed", 1, "SIGKILL", true)
  expect(result).toMatchObject({ left: { code: "producer-failed", isTransient: true } })
  expect(runs).toBe(1)
})

it.each([
  new MediaToolMissing({ tool: "ffmpeg", tried: ["starting it failed (EAGAIN)"] }),
  new MediaProcessFailed({ tool: "ffmpeg", exitCode: 127, signal: null, stderrTail: "No such file" })
])("reports a temporary failure if ffmpeg cannot be started ($_tag)", async (error) => {
  const { result } = await fillWith(`without-${error._tag}`, withoutFfmpeg(error))
  expect(result).toMatchObject({ left: { code: "producer-failed", isTransient: true } })
})
