import type { Children } from "@media/children/Children"
import type { ChildNotStarted } from "@media/children/ChildErrors"
import type { Tunnel } from "@media/egress/Tunnel"
import * as Effect from "effect/Effect"
import { createServer, type Server } from "node:net"
import { join } from "node:path"
import { cureOf } from "./Cures.ts"
import type { Machine } from "./Machine.ts"
import { newFile } from "./NewFile.ts"
import type { SandboxLevel, SandboxResult, SandboxRun } from "./Sandbox.ts"
import type { SandboxBroken, SandboxRefused } from "./SandboxErrors.ts"
import { temporaryFolder } from "./TemporaryFolders.ts"
import type { Way } from "./Ways.ts"

export type RunBehind = (
  way: Way,
  run: SandboxRun
) => Effect.Effect<SandboxResult, SandboxBroken | SandboxRefused | ChildNotStarted, Children | Tunnel>

/** A level, and the way in which this machine reaches the level. */
export interface FoundLevel extends SandboxLevel {
  readonly way: Way | undefined
}

/** The process limit of the test, and the larger number of processes that the test tries to start. */
const [PROCESSES, ATTEMPTS] = [24, 80]

/**
 * Returns a program that tries to escape in every known way and prints the result. Each printed word except `ok` names
 * a missing protection.
 */
const escape = (outside: string, port: number, pid: number, isFiltered: boolean): string => `
const { readFileSync, writeFileSync } = require("node:fs")
const { spawn, spawnSync } = require("node:child_process")
const open = []
const attempt = (name, act) => { try { if (act() !== false) open.push(name) } catch {} }
attempt("files", () => readFileSync(${JSON.stringify(outside)}))
attempt("accounts", () => readFileSync("/etc/passwd", "utf8").includes("root:"))
attempt("package", () => writeFileSync("/package/new", ""))
attempt("system", () => writeFileSync("/usr/new", ""))
attempt("root", () => writeFileSync("/new", ""))
attempt("kernel", () => writeFileSync("/proc/sys/kernel/domainname", "x"))
attempt("processes", () => readFileSync("/proc/${pid}/cmdline", "utf8").includes("node"))
attempt("capabilities", () => !/^CapEff:\\s*0+$/m.test(readFileSync("/proc/self/status", "utf8")))
attempt("mounts", () => spawnSync("mount", ["-t", "tmpfs", "x", "/tmp"]).status === 0)
attempt("filter", () => ${isFiltered} && spawnSync("unshare", ["--user", "--", "true"]).status === 0)
attempt("filter", () => ${isFiltered} && !/^Seccomp:\\s*2$/m.test(readFileSync("/proc/self/status", "utf8")))
const network = new Promise((resolve) => {
  const socket = require("node:net").connect(${port}, "127.0.0.1")
  socket.on("connect", () => { open.push("network"); resolve() }).on("error", resolve)
})
const bomb = new Promise((resolve) => {
  let [left, failed] = [${ATTEMPTS}, 0]
  const settle = () => { left -= 1; if (left === 0) { if (failed === 0) open.push("bomb"); resolve() } }
  for (let n = 0; n < ${ATTEMPTS}; n++) {
    try { spawn("sleep", ["9"]).on("error", () => { failed += 1; settle() }).on("spawn", settle) }
    catch { failed += 1; settle() }
  }
})
Promise.all([network, bomb]).then(() => { process.stdout.write(open.join(" ") || "ok"); process.exit(0) })
`

/** Creates a secret file and a listening port on this machine. The escape attempts try to reach both. */
const bait = Effect.gen(function* () {
  const folder = yield* temporaryFolder("bait")
  newFile(join(folder, "secret"), "secret")
  const server = yield* Effect.acquireRelease(
    Effect.async<Server>((resume) => {
      const opened = createServer((socket) => socket.on("error", () => {}).end())
      opened.listen(0, "127.0.0.1", () => resume(Effect.succeed(opened)))
    }),
    (opened) => Effect.sync(() => opened.close())
  )
  const address = server.address()
  return { folder, port: typeof address === "object" && address !== null ? address.port : 0 }
})

/** Runs the escape attempts. Returns undefined if none succeeds, or else the reason why this way is not secure. */
const tried = (behind: RunBehind, way: Way) =>
  Effect.gen(function* () {
    const { folder, port } = yield* bait
    const packageFolder = yield* temporaryFolder("bait")
    newFile(
      join(packageFolder, "escape.cjs"),
      escape(join(folder, "secret"), port, process.pid, way.isFiltered)
    )
    const { endedBy, stdout } = yield* behind(way, {
      program: "node",
      args: ["/package/escape.cjs"],
      packageFolder,
      limits: { processes: PROCESSES, wallMs: 20_000, cpuSeconds: 10 }
    })
    const answer = stdout.toString("utf8")
    if (endedBy === "itself" && answer === "ok") return undefined
    return endedBy === "itself" && answer !== ""
      ? `A test program was able to bypass these restrictions: ${answer}.`
      : `The test program ended unexpectedly (${endedBy}).`
  }).pipe(
    Effect.scoped,
    Effect.catchAll(({ message }) => Effect.succeed(message))
  )

const WAYS: ReadonlyArray<Way> = [
  { by: "namespaces", isFiltered: true },
  { by: "bubblewrap", isFiltered: true },
  { by: "namespaces", isFiltered: false },
  { by: "bubblewrap", isFiltered: false }
]

/**
 * True if this way uses no filter and this machine has the programs for it. The failure of such a way explains more
 * than the message that a program is missing.
 */
const hasPrograms = ({ bwrap, setpriv, unshare }: Machine, { by, isFiltered }: Way): boolean =>
  !isFiltered && (by === "bubblewrap" ? bwrap !== undefined : unshare !== undefined && setpriv !== undefined)

/** Shortens the error message of a tool to one line, and removes the paths of folders that differ in each run. */
const oneLine = (text: string): string =>
  `${text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/\/\S*media-sandbox-\S+/g, "the sandbox")
    .trim()
    .slice(0, 300)
    .replace(/\.$/, "")}.`

/** Finds the strongest sandbox that withstands real escape attempts. */
export const findLevel = (machine: Machine, behind: RunBehind) =>
  Effect.gen(function* () {
    const failures: Array<string> = []
    let last: string | undefined
    for (const way of WAYS) {
      const failure = yield* tried(behind, way)
      if (failure === undefined) {
        yield* Effect.logDebug("Found a sandbox that works on this machine", { ...way, failures })
        return {
          level: way.isFiltered ? 3 : 2,
          by: way.by,
          way,
          reason: way.isFiltered ? undefined : "This machine cannot filter system calls.",
          cure: way.isFiltered ? undefined : cureOf(machine, 2)
        } satisfies FoundLevel
      }
      if (hasPrograms(machine, way)) last = failure
      failures.push(`${way.by}${way.isFiltered ? " with filter" : ""}: ${failure}`)
    }
    yield* Effect.logDebug("This machine cannot create a sandbox", { failures })
    return {
      level: 1,
      by: undefined,
      way: undefined,
      reason: `Extensions cannot be isolated from the files and the network of this machine. ${
        last === undefined
          ? "It has neither unshare nor bubblewrap."
          : `The last attempt failed: ${oneLine(last)}`
      }`,
      cure: cureOf(machine, 1)
    } satisfies FoundLevel
  })
