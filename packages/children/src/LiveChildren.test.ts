import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { getPriority, tmpdir } from "node:os"
import { join } from "node:path"
import { execFileSync } from "node:child_process"
import { text } from "node:stream/consumers"
import { afterAll, describe, expect, it, vi } from "vitest"
import type { ChildCommand } from "./ChildCommand.ts"
import { Children } from "./Children.ts"
import { launchWords } from "./Launcher.ts"
import { liveChildren } from "./LiveChildren.ts"

const folder = realpathSync(mkdtempSync(join(tmpdir(), "children-")))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Options = Partial<Omit<ChildCommand, "program">>

const use = <A, E>(effect: Effect.Effect<A, E, Children>) =>
  Effect.runPromise(effect.pipe(Effect.provide(liveChildren)))

const sh = (script: string, options: Options = {}) =>
  Effect.flatMap(Children, (children) =>
    children.run({ program: "/bin/sh", args: ["-c", script], network: true, ...options })
  )

const output = (script: string, options: Options = {}) =>
  use(Effect.map(sh(script, options), ({ stdout }) => stdout.toString()))

const failure = (script: string, options: Options = {}) => use(Effect.flip(sh(script, options)))

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
  } catch {
    return false
  }
}

const environment = (options: Options) =>
  use(
    Effect.flatMap(Children, (children) =>
      children.run({ program: "/usr/bin/env", args: [], network: true, ...options })
    ).pipe(Effect.map(({ stdout }) => stdout.toString()))
  )

describe("execution environment", () => {
  it.each([{}, { limits: { fileBytes: 0 } }, { nice: 5, network: false }])(
    "passes only the environment variables of the command (%o)",
    async (options) => {
      vi.stubEnv("MEDIA_TEST_SECRET", "s3cret")
      expect(await environment(options)).toBe("")
      expect(await environment({ ...options, env: { A: "1", B: "x y" } })).toBe("A=1\nB=x y\n")
      vi.unstubAllEnvs()
    }
  )

  it("runs the program in the given working folder, or in / by default", async () => {
    expect(await output("pwd")).toBe("/\n")
    expect(await output("pwd", { folder, limits: { cpuSeconds: 10 } })).toBe(`${folder}\n`)
  })

  it("passes arguments unchanged through the shell that sets resource limits", async () => {
    const args = ["-c", `printf '%s|' "$@"`, "sh", "", "a b", "$(id)", "-n", "\n", "ü"]
    const { stdout } = await use(
      Effect.flatMap(Children, (children) =>
        children.run({ program: "/bin/sh", args, network: false, limits: { cpuSeconds: 5 }, nice: 1 })
      )
    )
    expect(stdout.toString()).toBe(`${args.slice(3).join("|")}|`)
  })

  it.runIf(existsSync("/proc/self/autogroup"))(
    "applies the nice value to the process and to its scheduling group",
    async () => {
      const own = getPriority()
      const raised = Math.min(19, own + 7)
      const seen = await output("sleep 1; nice; cat /proc/self/autogroup", { nice: 7 })
      expect(seen).toMatch(new RegExp(`^${raised}\\n.* nice 7\\n$`))
      expect(await output("nice; cat /proc/self/autogroup")).toMatch(new RegExp(`^${own}\\n.* nice 0\\n$`))
    }
  )

  it("opens additional output pipes and passes on open file descriptors", async () => {
    const file = join(folder, "handed")
    const answer = Effect.gen(function* () {
      const children = yield* Children
      const { open } = yield* Effect.promise(() => import("node:fs/promises"))
      const handle = yield* Effect.acquireRelease(
        Effect.promise(() => open(file, "w+")),
        (opened) => Effect.promise(() => opened.close())
      )
      const child = yield* children.stream({
        program: "/bin/sh",
        args: ["-c", "echo out; echo three >&3; echo four >&4"],
        network: true,
        extraPipes: 1,
        descriptors: [handle.fd]
      })
      const said = yield* Effect.promise(() =>
        Promise.all([child.stdout, ...child.pipes].map((pipe) => text(pipe)))
      )
      yield* child.exit
      return said
    })
    expect(await use(Effect.scoped(answer))).toEqual(["out\n", "three\n"])
    expect(readFileSync(file, "utf8")).toBe("four\n")
  })
})

describe("limits", () => {
  it("stops the program and all its child processes at the time limit", async () => {
    const pid = join(folder, "pid")
    const error = await failure(`sleep 600 & echo $! > ${pid}; wait`, { limits: { wallMs: 400 } })
    expect(error).toMatchObject({ _tag: "ChildStopped", limit: "wall", allowed: 400 })
    expect(error.message).toBe("/bin/sh did not finish within 0.4 s and was stopped")
    await expect.poll(() => isAlive(Number(readFileSync(pid, "utf8")))).toBe(false)
  })

  it("stops the program at the CPU time limit, not counting time spent waiting", async () => {
    expect(await failure("while :; do :; done", { limits: { cpuSeconds: 1 } })).toMatchObject({
      _tag: "ChildStopped",
      limit: "cpu",
      allowed: 1
    })
    expect(await output("sleep 1.2; echo fine", { limits: { cpuSeconds: 1 } })).toBe("fine\n")
  })

  it.runIf(process.platform === "linux")("makes allocations fail beyond the memory limit", async () => {
    const limits = { memoryBytes: 128 * 1024 ** 2 }
    // `tail` must keep the whole input in memory, because it contains no line break.
    const error = await failure("head -c 400000000 /dev/zero | tail -n 1 | wc -c; exit 3", { limits })
    expect(error).toMatchObject({ _tag: "ChildFailed", exitCode: 3 })
    expect(error.message).toMatch(/memory/)
    expect(await output("head -c 20000000 /dev/zero | tail -n 1 | wc -c", { limits })).toMatch(/^20000000/)
  })

  it("stops the program when it writes a file larger than the limit", async () => {
    const script = "dd if=/dev/zero of=out bs=1024 count=100 2>/dev/null"
    expect(await failure(`exec ${script}`, { folder, limits: { fileBytes: 0 } })).toMatchObject({
      _tag: "ChildStopped",
      limit: "files"
    })
    expect(existsSync(join(folder, "out")) ? statSync(join(folder, "out")).size : 0).toBe(0)
    await output(script, { folder, limits: { fileBytes: 200 * 1024 } })
    expect(statSync(join(folder, "out")).size).toBe(100 * 1024)
  })

  it("stops the program when it writes too much output", async () => {
    expect(await failure("cat /dev/zero", { limits: { outputBytes: 100_000 } })).toMatchObject({
      _tag: "ChildStopped",
      limit: "output",
      allowed: 100_000
    })
  })
})

describe("cleanup", () => {
  it("kills background processes when the program ends", async () => {
    const pid = Number(await output("sleep 600 >/dev/null 2>&1 & echo $!"))
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it("sends SIGTERM first on interruption if the command requests it", async () => {
    const mark = join(folder, "ended")
    const script = `trap 'echo bye > ${mark}; exit 0' TERM; while :; do sleep 0.05; done`
    await use(
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(sh(script, { stop: "terminate" }))
        yield* Effect.sleep("400 millis")
        yield* Fiber.interrupt(fiber)
      })
    )
    expect(readFileSync(mark, "utf8")).toBe("bye\n")
  })
})

describe("the guard against orphaned programs", () => {
  it("does not start the program if its parent dies before the guard takes effect", async () => {
    const words = await use(
      Effect.map(Children, ({ launcher }) =>
        launcher.enforced.deathWithParent
          ? launchWords(launcher, { program: "", args: [], network: true })
          : undefined
      )
    )
    if (words === undefined) return
    // Run the prefixes under another parent process, as if this process had died and init had adopted them.
    const another = ["-c", `"$@"; true`, "sh", ...words, "/bin/echo", "started"]
    expect(execFileSync("/bin/sh", another, { encoding: "utf8" })).toBe("")
  })
})

describe("restrictions", () => {
  it("reports a missing executable", async () => {
    const run = Effect.flatMap(Children, (children) =>
      children.run({ program: "/nowhere/program", args: [], network: true })
    )
    // The error differs between systems: either `spawn` or one of the prefixes reports the missing file.
    expect(Either.isLeft(await use(Effect.either(run)))).toBe(true)
  })

  it("denies network access if the operating system supports it", async () => {
    const program = Effect.gen(function* () {
      const { launcher } = yield* Children
      const devices = (network: boolean) =>
        Effect.map(sh("cat /proc/net/dev", { network }), ({ stdout }) =>
          [...stdout.toString().matchAll(/^ *([^\s:|]+):/gm)].map(([, name]) => name)
        )
      const refused = yield* devices(false)
      if (launcher.enforced.network) expect(refused).toEqual(["lo"])
      else expect(refused).toEqual(yield* devices(true))
    })
    if (process.platform === "linux") await use(program)
  })
})
