import { liveChildren } from "@media/children/LiveChildren"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeMedia } from "@media/testkit/media/MakeMedia"
import { realMediaTools } from "@media/testkit/media/MediaRuntime"
import { build } from "esbuild"
import * as fc from "fast-check"
import { spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { inputArgs } from "../InputArguments.ts"
import { makeMediaBinaries, MediaBinaries, resolveBinary } from "../MediaBinaries.ts"
import { MediaProcess, type MediaProcessShape, type ToolCommand } from "../MediaProcess.ts"
import { toolEnvironment } from "../MediaToolsConfig.ts"
import { makeMediaProcess } from "./LiveMediaProcess.ts"

const root = mkdtempSync(join(tmpdir(), "media-process-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Creates an executable that claims to be ffmpeg and runs the script `body`. */
const fake = (name: string, body: string): string => {
  const path = join(root, name)
  const banner = "ffmpeg version 7.1 Copyright (c) 2000-2024 the FFmpeg developers"
  writeFileSync(path, `#!/bin/sh\nif [ "$2" = "-version" ]; then echo "${banner}"; exit 0; fi\n${body}\n`)
  chmodSync(path, 0o755)
  return path
}

const withFake = <A, E>(body: string, use: (tools: MediaProcessShape) => Effect.Effect<A, E>) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const ffmpeg = fake(`fake-${performance.now()}`, body)
      const binaries = yield* makeMediaBinaries({ ffmpeg, ffprobe: undefined, searchPath: "" })
      return yield* use(yield* makeMediaProcess(binaries))
    }).pipe(Effect.scoped, Effect.provide(liveChildren))
  )

const childrenOf = (pid: number): ReadonlyArray<{ readonly pid: number; readonly args: string }> =>
  spawnSync("ps", ["-o", "pid=,stat=,args=", "--ppid", String(pid)], { encoding: "utf8" })
    .stdout.split("\n")
    .map((line) => /^ *(\d+) +([^Z]\S*) +(.*)$/.exec(line))
    .flatMap((found) => (found === null ? [] : [{ pid: Number(found[1]), args: found[3]! }]))

const shells = () =>
  childrenOf(process.pid)
    .filter(({ args }) => args.includes("read -r word"))
    .map(({ pid }) => pid)

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
  } catch {
    return false
  }
}

describe("a misbehaving tool", () => {
  it("stops a tool and its child processes at the time limit", async () => {
    const error = await withFake(`sleep 600 & echo $! > ${root}/child; sleep 600`, (tools) =>
      Effect.flip(tools.run({ tool: "ffmpeg", args: [], timeoutMs: 400 }))
    )
    expect(error).toMatchObject({ _tag: "MediaProcessTimeout", kind: "wall", limitMs: 400 })
    const child = Number(readFileSync(join(root, "child"), "utf8"))
    await expect.poll(() => isAlive(child)).toBe(false)
  })

  it("stops a tool that produces no output", async () => {
    const error = await withFake("echo a; sleep 600", (tools) =>
      Effect.flip(tools.run({ tool: "ffmpeg", args: [], silenceMs: 300 }))
    )
    expect(error).toMatchObject({ _tag: "MediaProcessTimeout", kind: "silence" })
  })

  it("does not apply the silence limit to a tool whose output is not being read", async () => {
    const alive = await withFake("while :; do echo 0123456789; done", (tools) =>
      Effect.scoped(
        Effect.gen(function* () {
          const tool = yield* tools.stream({ tool: "ffmpeg", args: [], silenceMs: 200 })
          tool.stdout.once("readable", () => {})
          yield* Effect.sleep("1 second")
          return isAlive(tool.pid)
        })
      )
    )
    expect(alive).toBe(true)
  })

  it("reports the last 64 KiB of a tool's stderr", async () => {
    const error = await withFake(
      "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 3",
      (tools) => Effect.flip(tools.run({ tool: "ffmpeg", args: [] }))
    )
    expect(error).toMatchObject({ _tag: "MediaProcessFailed", exitCode: 3, signal: null })
    const { stderrTail } = error as { stderrTail: string }
    expect(stderrTail.length).toBeLessThanOrEqual(65_536)
    expect(stderrTail.endsWith("end\n")).toBe(true)
  })

  it("stops a tool that writes more to stdout than allowed", async () => {
    const error = await withFake("cat /dev/zero", (tools) =>
      Effect.flip(tools.run({ tool: "ffmpeg", args: [], maxStdoutBytes: 1_000_000 }))
    )
    expect(error._tag).toBe("MediaProcessFailed")
  })

  it("reports the signal of a crash", async () => {
    const error = await withFake("kill -SEGV $$", (tools) =>
      Effect.flip(tools.run({ tool: "ffmpeg", args: [] }))
    )
    expect(error).toMatchObject({ _tag: "MediaProcessFailed", exitCode: null, signal: "SIGSEGV" })
  })

  it("sends SIGKILL to a tool that still runs two seconds after SIGTERM", async () => {
    const pid = await withFake("trap '' TERM; while :; do sleep 1; done", (tools) =>
      Effect.gen(function* () {
        let pid = 0
        const fiber = yield* Effect.fork(
          Effect.scoped(
            Effect.flatMap(tools.stream({ tool: "ffmpeg", args: [], stop: "terminate" }), (tool) => {
              pid = tool.pid
              return tool.exit
            })
          )
        )
        yield* Effect.sleep("300 millis")
        yield* Fiber.interrupt(fiber)
        return pid
      })
    )
    expect(isAlive(pid)).toBe(false)
  })

  it("does not pass secrets to a tool", async () => {
    vi.stubEnv("MEDIA_TEST_SECRET", "s3cret")
    const { stdout } = await withFake("env", (tools) => tools.run({ tool: "ffmpeg", args: [] }))
    vi.unstubAllEnvs()
    expect(stdout.toString()).not.toContain("s3cret")
  })
})

describe("consecutive tools", () => {
  /** Prints its arguments, each followed by NUL. */
  const echo = `printf '%s\\0' "$@"`
  const said = (tools: MediaProcessShape, args: ReadonlyArray<string>) =>
    Effect.map(tools.run({ tool: "ffmpeg", args }), ({ stdout }) =>
      stdout.toString().split("\0").slice(0, -1)
    )

  it("passes every argument unchanged", async () => {
    const word = fc.oneof(
      fc.string({ unit: "grapheme-ascii", maxLength: 20 }),
      fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0")),
      fc.constantFrom(
        "",
        " ",
        "-n",
        "!",
        "(",
        "a\nb",
        "\\",
        "$(id)",
        "`id`",
        "'",
        '"',
        "*",
        "~",
        "=x",
        "\u0081\u0088"
      )
    )
    await withFake(echo, (tools) =>
      Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (args) => {
            expect(await Effect.runPromise(said(tools, args))).toEqual(args)
          }),
          { numRuns: 200 }
        )
      )
    )
  })

  it("runs consecutive tools in the same shell while the shell is alive", async () => {
    const parent = await withFake("echo $PPID", (tools) =>
      Effect.gen(function* () {
        const run = Effect.map(tools.run({ tool: "ffmpeg", args: ["x"] }), ({ stdout }) =>
          Number(stdout.toString())
        )
        const first = yield* run
        expect(shells()).toEqual([first])
        expect(yield* run).toBe(first)
        process.kill(first, "SIGKILL")
        expect(yield* Effect.delay(run, "30 millis")).not.toBe(first)
        // Concurrent runs use one shell each.
        const many = yield* Effect.all([run, run, run], { concurrency: 3 })
        expect(new Set(many).size).toBe(3)
        return many[0]
      })
    )
    expect(parent).not.toBe(process.pid)
    expect(shells()).toEqual([])
  })

  it("keeps late output of an earlier tool's child processes out of the next tool's output", async () => {
    await withFake("(sleep 0.1; echo late) & echo $PPID", (tools) =>
      Effect.gen(function* () {
        const run = Effect.map(tools.run({ tool: "ffmpeg", args: ["x"] }), ({ stdout }) => stdout.toString())
        const first = yield* run
        const second = yield* Effect.delay(run, "300 millis")
        expect(second).toMatch(/^\d+\n$/)
        expect(second).not.toBe(first)
      })
    )
    expect(shells()).toEqual([])
  })

  it("neither loses nor mixes up the long output of consecutive tools", async () => {
    const lengths = [3_000_000, 1, 70_000, 0, 65_536]
    const body = `head -c "$1" /dev/zero | tr '\\0' "$2"; head -c "$1" /dev/zero | tr '\\0' "$2" >&2; exit "$3"`
    await withFake(body, (tools) =>
      Effect.gen(function* () {
        for (const [index, length] of lengths.entries()) {
          const letter = "abcde"[index]!
          const args = [String(length), letter, "0"]
          const { stderrTail, stdout } = yield* tools.run({ tool: "ffmpeg", args })
          expect(stdout.equals(Buffer.alloc(length, letter))).toBe(true)
          expect(stderrTail.replaceAll(letter, "")).toBe("")
          expect(stderrTail.length).toBeGreaterThanOrEqual(Math.min(length, 65_536 - 100))
        }
        const error = yield* Effect.flip(tools.run({ tool: "ffmpeg", args: ["5", "x", "7"] }))
        expect(error).toMatchObject({ exitCode: 7, signal: null, stderrTail: "xxxxx" })
      })
    )
  })
})

describe("resource limits", () => {
  it.each([
    ["in the shell", undefined],
    ["on its own", 60_000]
  ])("applies limits %s to each tool separately", async (_, silenceMs) => {
    const body = `case "$1" in cpu) while :; do :; done ;; *) ulimit -d; ulimit -f; ulimit -t ;; esac`
    await withFake(body, (tools) =>
      Effect.gen(function* () {
        const ask = (args: ReadonlyArray<string>, limits?: ToolCommand["limits"]) =>
          tools.run({
            tool: "ffmpeg",
            args,
            ...(silenceMs === undefined ? {} : { silenceMs }),
            ...(limits === undefined ? {} : { limits })
          })
        const limits = { cpuSeconds: 1, memoryBytes: 64 * 1024 ** 2, fileBytes: 1024 }
        expect((yield* ask(["x"], limits)).stdout.toString()).toBe("65536\n2\n1\n")
        expect((yield* ask(["x"])).stdout.toString()).toBe("unlimited\nunlimited\nunlimited\n")
        const error = yield* Effect.flip(ask(["cpu"], limits))
        expect(error).toMatchObject({ _tag: "MediaProcessTimeout", kind: "cpu", limitMs: 1_000 })
        expect(error.message).toBe("ffmpeg did not finish within 1 s of CPU time and was stopped")
      })
    )
  })
})

describe("when memory runs out", () => {
  it.runIf(process.platform === "linux")("makes the kernel kill the tool before this process", async () => {
    const { stdout } = await withFake("sleep 0.2; cat /proc/self/oom_score_adj", (tools) =>
      tools.run({ tool: "ffmpeg", args: [] })
    )
    expect(stdout.toString().trim()).toBe("500")
  })

  it("reports that the tool was killed", async () => {
    const error = await withFake("kill -KILL $$", (tools) =>
      Effect.flip(tools.run({ tool: "ffmpeg", args: [] }))
    )
    expect(error.message).toBe("ffmpeg was killed, most likely because the machine ran out of memory")
  })
})

describe("choosing a binary", () => {
  const resolve = (ffmpeg: string | undefined, searchPath = "") =>
    Effect.runPromise(Effect.either(resolveBinary("ffmpeg", { ffmpeg, ffprobe: undefined, searchPath })))

  it("rejects a configured binary that does not work", async () => {
    const result = await resolve("/nowhere/ffmpeg")
    expect(result).toMatchObject({ _tag: "Left", left: { tried: ["/nowhere/ffmpeg does not exist"] } })
  })

  it("prefers a recent binary on PATH", async () => {
    copyFileSync(fake("other", "exit 0"), join(root, "ffmpeg"))
    chmodSync(join(root, "ffmpeg"), 0o755)
    expect(await resolve(undefined, root)).toMatchObject({ right: { source: "path", version: "7.1" } })
    chmodSync(join(root, "ffmpeg"), 0o644)
    expect(await resolve(join(root, "ffmpeg"))).toMatchObject({ right: { source: "configured" } })
  })

  it("falls back to the binary from npm with a warning", async () => {
    const result = await resolve(undefined, "/nowhere")
    expect(result).toMatchObject({
      right: { source: "bundled", warning: expect.stringContaining("older than") }
    })
  })
})

describe("file names", () => {
  const hostile = ["-i.mp4", "a b%03d.mp4", "http:x.mp4", "concat:a|b.mp4", "'\"$(id).mp4", "ü—日.mp4"]

  it("opens files with unusual names, including names that are not UTF-8", async () => {
    const program = Effect.gen(function* () {
      const video = yield* makeMedia({
        seconds: 12,
        fps: "25",
        container: "mp4",
        video: "h264",
        audio: "aac"
      })
      const tools = yield* MediaProcess
      const names = [...hostile.map((name) => Buffer.from(name)), Buffer.from([0x62, 0xff, 0xfe, 0x2e, 0x6d])]
      for (const name of names) {
        const path = Buffer.concat([Buffer.from(`${root}/`), name])
        copyFileSync(video, path)
        const { stdout } = yield* tools.run({
          tool: "ffmpeg",
          args: ["-v", "error", "-ss", "8", ...inputArgs(path), "-frames:v", "1", "-f", "framemd5", "pipe:1"]
        })
        expect(
          stdout
            .toString()
            .split("\n")
            .filter((line) => line.startsWith("0,"))
        ).toHaveLength(1)
      }
    })
    await Effect.runPromise(program.pipe(Effect.provide(realMediaTools)))
  })
})

describe("SIGKILL to this process", () => {
  it.runIf(process.platform === "linux")(
    "stops every ffmpeg process, even in a shell on a system without setpriv",
    async () => {
      const { path } = await Effect.runPromise(
        Effect.flatMap(MediaBinaries, (binaries) => binaries.ffmpeg).pipe(Effect.provide(MediaBinaries.layer))
      )
      const bundle = join(root, "parent.mjs")
      await build({
        entryPoints: [fileURLToPath(new URL("./KilledParent.fixture.ts", import.meta.url))],
        bundle: true,
        platform: "node",
        format: "esm",
        outfile: bundle,
        logLevel: "error"
      })
      const parent = spawn(process.execPath, [bundle], {
        env: { ...toolEnvironment(), MEDIA_FFMPEG_BIN: path },
        stdio: ["ignore", "pipe", "inherit"]
      })
      onTestFinished(() => void parent.kill("SIGKILL"))
      const pid = await new Promise<number>((resolve) => {
        parent.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString())))
      })
      const startedNow = () => childrenOf(parent.pid!).flatMap((child) => [child, ...childrenOf(child.pid)])
      // The two shells account for three processes each: the shell, its watcher and its tool. The seventh process is
      // the tool without a shell.
      await expect.poll(() => startedNow().length).toBe(7)
      const started = startedNow()
      expect(started.filter(({ args }) => args.includes("read -r word"))).toHaveLength(4)
      expect(started[0]!.pid).toBe(pid)
      parent.kill("SIGKILL")
      await expect.poll(() => started.filter((one) => isAlive(one.pid))).toEqual([])
    }
  )
})

it("leaves no child processes and no open descriptors behind", () => {
  expect(childrenOf(process.pid).filter(({ args }) => /ffmpeg|fake-|read -r word/.test(args))).toEqual([])
  expect(readdirSync("/proc/self/fd").length).toBeLessThan(200)
})
