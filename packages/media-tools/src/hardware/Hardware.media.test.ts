import { makeMedia } from "@media/testkit/media/MakeMedia"
import { type MediaRecipe, STRIP_LINES } from "@media/testkit/media/MediaRecipe"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { frameNumbers } from "@media/testkit/media/ReadBack"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { Ffprobe } from "../Ffprobe.ts"
import { HlsEngine } from "../hls/HlsEngine.ts"
import { liveHlsEngine } from "../hls/LiveHlsEngine.ts"
import { type Argument, MediaProcess } from "../MediaProcess.ts"
import { candidates, HardwareEncoders } from "./HardwareEncoders.ts"

const root = mkdtempSync(join(tmpdir(), "hardware-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A video of two segments. It has open groups of pictures, so the engine must encode it and cannot copy its frames. */
const CLIP: MediaRecipe = { seconds: 14, fps: "25", container: "mp4", video: "h264-open", audio: "aac" }

const OWN_OPTIONS = new Set(["-rc", "-no-scenecut", "-forced-idr"])

/** Replaces an encoder that this machine does not have with libx264. */
const inSoftware = (args: ReadonlyArray<Argument>): ReadonlyArray<Argument> =>
  args
    .filter((argument, i) => {
      const isOption = typeof argument === "string" && OWN_OPTIONS.has(argument)
      const before = args[i - 1]
      return !isOption && !(typeof before === "string" && OWN_OPTIONS.has(before))
    })
    .flatMap((argument) =>
      argument === "h264_nvenc" ? ["libx264", "-preset", "ultrafast", "-sc_threshold", "0"] : [argument]
    )

/**
 * Returns the real tools, but with a simulated graphics card that fails after `bytesUntilLost` bytes. `runs` records
 * which encoder each streaming run used.
 */
const withCard = (runs: Array<string>, bytesUntilLost: number) =>
  Layer.effect(
    MediaProcess,
    Effect.map(MediaProcess, (tools) => ({
      ...tools,
      run: (command) => tools.run({ ...command, args: inSoftware(command.args) }),
      stream: (command) => {
        const isHardware = command.args.includes("h264_nvenc")
        runs.push(isHardware ? "nvenc" : "libx264")
        return Effect.tap(tools.stream({ ...command, args: inSoftware(command.args) }), ({ pid, stdout }) => {
          if (!isHardware) return
          let seen = 0
          const push = stdout.push.bind(stdout)
          stdout.push = (chunk: Buffer | null, encoding) => {
            seen += chunk?.length ?? 0
            if (seen > bytesUntilLost) process.kill(-pid, "SIGSEGV")
            return push(chunk, encoding)
          }
        })
      }
    }))
  ).pipe(Layer.provideMerge(realMediaTools))

const watched = (id: string, bytesUntilLost: number) => {
  const runs: Array<string> = []
  const tools = withCard(runs, bytesUntilLost)
  const engine = liveHlsEngine({
    cacheDir: join(root, id),
    preset: "ultrafast",
    hardware: Effect.succeed("nvenc" as const)
  })
  return Effect.runPromise(
    Effect.gen(function* () {
      const path = yield* makeMedia(CLIP)
      const { mtimeMs, size } = statSync(path)
      const probe = yield* (yield* Ffprobe).probeVideo(path)
      const hls = yield* HlsEngine
      const fill = (name: string) =>
        hls.fill({ id: name, path, sizeBytes: size, mtimeMs, probe }, () => Effect.void)
      yield* fill("film")
      const joined = join(root, `${id}.ts`)
      const parts = [0, 1].map((n) => readFileSync(join(root, id, "film", `96p_${n}.ts`)))
      writeFileSync(joined, Buffer.concat(parts))
      const numbers = yield* frameNumbers(joined, { stripShare: STRIP_LINES / 96 })
      const first = [...runs]
      yield* fill("other")
      return { numbers, first, second: runs.slice(first.length) }
    }).pipe(Effect.provide(engine.pipe(Layer.provideMerge(tools))))
  )
}

const every = Array.from({ length: 350 }, (_, n) => n)

it("uses a hardware encoder without losing or repeating frames", async () => {
  const { first, numbers, second } = await watched("works", Number.POSITIVE_INFINITY)
  expect(first).toEqual(["nvenc"])
  expect(second).toEqual(["nvenc"])
  expect(numbers.slice(0, 350)).toEqual(every)
})

it.each([
  ["in the middle", 60_000],
  ["at once", 0]
])("falls back to software if hardware fails %s, for this and later videos", async (name, bytes) => {
  const { first, numbers, second } = await watched(name.replaceAll(" ", "-"), bytes)
  expect(first).toEqual(["nvenc", "libx264"])
  expect(second).toEqual(["libx264"])
  expect(numbers.slice(0, 350)).toEqual(every)
})

const findings = (tools: typeof realMediaTools) =>
  Effect.runPromise(
    Effect.flatMap(HardwareEncoders, (hardware) => hardware.findings).pipe(
      Effect.provide(HardwareEncoders.layer.pipe(Layer.provide(tools)))
    )
  )

it("finds a working encoder and reports why the others do not work", async () => {
  const found = await findings(withCard([], 0))
  expect(found.map(({ encoder }) => encoder)).toEqual(candidates(process.platform))
  for (const { encoder, fault } of found) {
    if (encoder === "nvenc") expect(fault).toBeNull()
    else if (fault !== null) expect(fault).not.toBe("")
  }
})
