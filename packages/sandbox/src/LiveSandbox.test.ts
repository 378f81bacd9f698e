import { liveChildren } from "@media/children/LiveChildren"
import { makeTunnel, Tunnel } from "@media/egress/Tunnel"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { nodeCommand, pythonCommand } from "./Interpreters.ts"
import { liveSandbox, type SandboxOptions } from "./LiveSandbox.ts"
import { inspectMachine } from "./Machine.ts"
import { newFile } from "./NewFile.ts"
import { Sandbox, type SandboxRun, type SandboxShape } from "./Sandbox.ts"
import { marked } from "./testing/marked.ts"

const folder = mkdtempSync(join(tmpdir(), "sandbox-live-"))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MARK = `sandbox-live-${process.pid}`
const tunnel = Layer.succeed(Tunnel, makeTunnel({ allowed: [], resolve: () => Effect.succeed([]) }))

const layerOf = (options?: SandboxOptions) =>
  liveSandbox(options).pipe(Layer.provide(Layer.merge(liveChildren, tunnel)))
/** The sandbox that most tests share, so that its level is determined only once. */
const shared = ManagedRuntime.make(layerOf())
afterAll(() => shared.dispose())

const use = <A, E>(ask: (sandbox: SandboxShape) => Effect.Effect<A, E>, options?: SandboxOptions) => {
  const asked = Effect.flatMap(Sandbox, ask)
  return options === undefined
    ? shared.runPromise(asked)
    : Effect.runPromise(Effect.provide(asked, layerOf(options)))
}
const run = (part: Partial<SandboxRun>): SandboxRun => ({
  program: "sh",
  args: [],
  packageFolder: folder,
  ...part
})
const machine = inspectMachine()
const { level } = await use((sandbox) => sandbox.level)

it("reports a reason and a solution if the sandbox level is below the highest level", async () => {
  const { cure, reason } = await use((sandbox) => sandbox.level)
  expect([1, 2, 3]).toContain(level)
  if (level < 3) expect([reason, cure]).not.toContain(undefined)
})

it("determines the sandbox level even if the first caller is interrupted", async () => {
  const found = await use(
    ({ level: ask }) =>
      Effect.gen(function* () {
        const first = yield* Effect.fork(ask)
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(first)
        return (yield* ask).level
      }),
    {}
  )
  expect(found).toBe(level)
})

it("runs no program on a machine without a sandbox", async () => {
  const bare = { ...machine, bwrap: undefined, unshare: undefined }
  const refused = await use(({ run: start }) => Effect.flip(start(run({ args: ["-c", "true"] }))), {
    machine: bare
  })
  expect(refused).toMatchObject({ _tag: "SandboxRefused", cure: expect.any(String) as string })
  expect(refused.message).toContain("neither unshare nor bubblewrap")
})

it("explains a missing sandbox in one sentence", async () => {
  // Replaces the tools with a program that always fails, as in a container without namespaces.
  const broken = { ...machine, bwrap: undefined, unshare: "/bin/false", setpriv: "/bin/false" }
  const { cure, level: found, reason } = await use((sandbox) => sandbox.level, { machine: broken })
  expect([found, cure]).toEqual([1, expect.any(String)])
  expect(reason).toMatch(/^Extensions cannot be isolated .* The last attempt failed: [^\n]+\.$/)
})

it("runs no program below the level that an administrator requires", async () => {
  const weak = { ...machine, bwrap: undefined, perl: undefined }
  const options = { machine: weak, required: Effect.succeed(3 as const) }
  const refused = await use(({ run: start }) => Effect.flip(start(run({ args: ["-c", "true"] }))), options)
  expect(refused).toMatchObject({ _tag: "SandboxRefused" })
})

describe.skipIf(level < 2)("a sandboxed program", () => {
  it("is killed with all of its processes when its run is interrupted", async () => {
    let isUp = () => {}
    const started = new Promise<void>((resolve) => (isUp = resolve))
    await use(({ run: start }) =>
      Effect.gen(function* () {
        const script = `setsid sh -c 'trap "" TERM; while :; do sleep 1; done; : ${MARK}' & echo up >&2; wait`
        const fiber = yield* Effect.fork(start(run({ args: ["-c", script], onStderrLine: () => isUp() })))
        yield* Effect.promise(() => started)
        expect(marked(MARK)).not.toEqual([])
        yield* Fiber.interrupt(fiber)
        expect(marked(MARK)).toEqual([])
      })
    )
  })

  it.each([
    [{ environment: { LD_PRELOAD: "/package/x.so" } }],
    [{ environment: { "A=B": "1" } }],
    [{ program: "python" }],
    [{ packageFolder: "/" }],
    [{ packageFolder: join(folder, "missing") }],
    [{ extraReadOnly: [{ from: folder, to: "/package/more" }] }],
    [{ extraReadOnly: [{ from: folder, to: "/usr" }] }],
    [{ extraReadOnly: [{ from: folder, to: "/tmp" }] }],
    [{ extraReadOnly: [{ from: folder, to: "/dev/shm/media" }] }],
    [{ extraReadOnly: [{ from: folder, to: "/x/../y" }] }]
  ] satisfies ReadonlyArray<readonly [Partial<SandboxRun>]>)("is rejected with %o", async (part) => {
    const refused = await use(({ run: start }) => Effect.flip(start(run({ args: ["-c", "true"], ...part }))))
    expect(refused).toMatchObject({ _tag: "SandboxRefused" })
  })

  it("is rejected if its package folder contains a hidden folder", async () => {
    const outer = mkdtempSync(join(tmpdir(), "sandbox-outer-"))
    const start = { args: ["-c", "true"], packageFolder: outer }
    const refused = await use((sandbox) => Effect.flip(sandbox.run(run(start))), {
      hidden: [join(outer, "data")]
    })
    rmSync(outer, { recursive: true })
    expect(refused).toMatchObject({ _tag: "SandboxRefused" })
  })

  it("can read but not change granted folders", async () => {
    const args = ["-c", "cat /shared/lib.py; touch /shared/new 2>/dev/null || echo no"]
    newFile(join(folder, "lib.py"), "word = 'found'\n")
    const ended = await use((sandbox) =>
      sandbox.run(run({ args, extraReadOnly: [{ from: folder, to: "/shared" }] }))
    )
    expect(ended.stdout.toString()).toBe("word = 'found'\nno\n")
  })

  it("can read a package that only the server's user may read", async () => {
    const closed = mkdtempSync(join(tmpdir(), "sandbox-closed-"))
    newFile(join(closed, "word"), "found\n")
    chmodSync(join(closed, "word"), 0o600)
    const ended = await use((sandbox) =>
      sandbox.run(run({ args: ["-c", "cat word"], packageFolder: closed }))
    )
    rmSync(closed, { recursive: true })
    expect(ended.stdout.toString()).toBe("found\n")
  })

  it("is also restricted by Node's permission model if it is a Node program", async () => {
    const code = `const { spawnSync } = require("node:child_process")
      let answer = "started"
      try { spawnSync("/bin/true") } catch (error) { answer = error.code }
      console.log(answer, process.argv[2])`
    newFile(join(folder, "plugin.cjs"), code)
    const ended = await use((sandbox) => sandbox.run(run(nodeCommand("/package/plugin.cjs", ["one"]))))
    expect(ended.stdout.toString()).toBe("ERR_ACCESS_DENIED one\n")
  })

  it.skipIf(machine.python === undefined)(
    "imports modules of its own package, but not the user's, if it is a Python program",
    async () => {
      newFile(join(folder, "words.py"), "word = 'found'\n")
      newFile(
        join(folder, "script.py"),
        "import sys, words\nprint(words.word, sys.argv, sys.flags.isolated)\n"
      )
      const ended = await use((sandbox) => sandbox.run(run(pythonCommand("/package/script.py", ["one"]))))
      expect(ended.stdout.toString()).toBe("found ['/package/script.py', 'one'] 1\n")
    }
  )
})
