import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { inspectMachine, type Machine } from "./Machine.ts"
import { newFile } from "./NewFile.ts"
import { buildDriver, type Drivers } from "./testing/drive.ts"
import { hostileRuns } from "./testing/hostile.ts"
import { marked } from "./testing/marked.ts"
import type { Reply } from "./testing/Question.ts"
import type { Way } from "./Ways.ts"

const isRoot = process.getuid?.() === 0
const machine = inspectMachine()
const MARK = `sandbox-mark-${process.pid}`

interface Case {
  readonly title: string
  readonly way: Way
  readonly machine?: Partial<Machine>
  readonly asStranger?: boolean
  /** True to skip the tests of the limits, which a different case runs and which the filter does not affect. */
  readonly isShort?: true
  /** The reason why the test cannot run on this machine. */
  readonly missing?: string
}

const asStranger = isRoot
const cases: ReadonlyArray<Case> = [
  {
    title: "namespaces of root, at level 3",
    way: { by: "namespaces", isFiltered: true },
    ...(machine.isPrivileged ? {} : { missing: "the tests do not run as root" })
  },
  { title: "a user namespace, at level 3", way: { by: "namespaces", isFiltered: true }, asStranger },
  {
    title: "a user namespace, at level 2",
    way: { by: "namespaces", isFiltered: false },
    asStranger,
    isShort: true
  },
  {
    title: "bubblewrap, at level 3",
    way: { by: "bubblewrap", isFiltered: true },
    asStranger,
    isShort: true,
    ...(machine.bwrap === undefined ? { missing: "bubblewrap is not installed" } : {})
  }
]

/** Runs that take seconds or much memory. */
const LIMITS: ReadonlySet<string> = new Set(["errors", "result", "memory", "together", "cpu"])

const ended = (reply: Reply | undefined) => [reply?.endedBy, reply?.exitCode]

describe.skipIf(process.platform !== "linux")("a hostile program", () => {
  let drivers: Drivers
  let port = 0
  const server = createServer((socket) => socket.on("error", () => {}).end())
  const at = (name: string) => join(drivers.folder, name)

  beforeAll(async () => {
    drivers = await buildDriver()
    for (const name of ["package", "data", "other-package", "media"]) {
      mkdirSync(at(name))
      chmodSync(at(name), 0o755)
    }
    newFile(at("data/secret"), "secret")
    newFile(at("media/a.mp4"), "video")
    chmodSync(at("media/a.mp4"), 0o644)
    for (const name of ["package", "media"]) symlinkSync(at("data/secret"), at(`${name}/secret-link`))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    port = typeof address === "object" && address !== null ? address.port : 0
  })
  afterAll(() => {
    server.close()
    rmSync(drivers.folder, { recursive: true, force: true })
  })

  describe.each(cases)(
    "in $title",
    ({ asStranger = false, isShort, machine: changes = {}, missing, way }) => {
      let found: Readonly<Record<string, Reply>> = {}
      let reason = missing
      const test = (title: string, check: () => void) =>
        it(title, (context) => {
          context.skip(reason !== undefined, reason)
          check()
        })

      beforeAll(async () => {
        if (reason !== undefined) return
        const runs = hostileRuns({
          packageFolder: at("package"),
          mediaFolder: at("media"),
          forbidden: [at("data/secret"), at("data"), at("other-package"), at("media"), drivers.folder],
          port,
          hasPython: machine.python !== undefined,
          mark: MARK
        })
        const question = { way, machine: changes, runs: [runs.input] }
        const [first] = await drivers.ask(question, asStranger)
        reason = first?.failed
        if (reason !== undefined) return
        const entries = Object.entries(runs).filter(([name]) => isShort !== true || !LIMITS.has(name))
        const replies = await drivers.ask({ ...question, runs: entries.map(([, run]) => run) }, asStranger)
        found = Object.fromEntries(replies.map((reply) => [entries[reply.index]![0], reply]))
      }, 600_000)

      test("can read its input, print output and exit with a code", () => {
        expect(found["input"]).toMatchObject({
          endedBy: "itself",
          exitCode: 3,
          stdout: "a\nb\n",
          lines: ["done"]
        })
        if (machine.python !== undefined)
          expect(found["python"]).toMatchObject({ endedBy: "itself", exitCode: 0, stdout: "/package 4\n" })
      })

      for (const name of ["files", "environment", "processes", "network"])
        test(`cannot reach the ${name} of this machine`, () => {
          expect(found[name]).toMatchObject({ stdout: " end", exitCode: 0 })
        })

      test("can read granted media, but cannot change the files or follow links to the outside", () => {
        expect(found["media"]).toMatchObject({ stdout: "read end", exitCode: 0 })
        expect(readFileSync(at("media/a.mp4"), "utf8")).toBe("video")
      })

      test("cannot exceed its limits on processes and time", () => {
        expect(ended(found["bomb"])).toEqual(["wall", null])
        expect(ended(found["stubborn"])).toEqual(["wall", null])
      })

      test("is stopped if it writes too much output", () => {
        expect(found["output"]).toMatchObject({ endedBy: "output", bytes: 1024 ** 2 })
        if (isShort === true) return
        expect(found["result"]).toMatchObject({ endedBy: "output", bytes: 1024 ** 2 })
        expect(found["errors"]).toMatchObject({ endedBy: "output", bytes: 0 })
      })

      test("is stopped when it uses too much memory, CPU time or disk space", () => {
        expect(ended(found["files64"])).not.toEqual(["itself", 0])
        expect(ended(found["manyFiles"])).toEqual(["itself", 7])
        if (isShort === true) return
        // Either the kernel's limit refuses the allocation or the monitor stops the program, whichever happens first.
        expect(ended(found["memory"])).not.toEqual(["itself", 0])
        expect(ended(found["together"])).toEqual(["memory", null])
        expect(ended(found["cpu"])).toEqual(["cpu", null])
      })

      test("leaves neither processes nor files behind", () => {
        expect(found["grandchild"]).toMatchObject({ endedBy: "itself", exitCode: 0, stdout: "started\n" })
        expect(marked(MARK)).toEqual([])
        expect(existsSync(at("package/planted"))).toBe(false)
        expect(readFileSync(at("data/secret"), "utf8")).toBe("secret")
      })
    }
  )
})
