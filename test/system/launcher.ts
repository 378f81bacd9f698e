import type { ChildProcess } from "node:child_process"
import { spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { expect } from "vitest"

export const root = fileURLToPath(new URL("../..", import.meta.url))
export const fixture = (name: string) => join(root, "test/system/fixtures", name)

/** Builds the tested bundle from the current sources. */
export const buildBundles = () => {
  const run = spawnSync(process.execPath, [join(root, "scripts/build.mjs"), "--only", "server"], {
    encoding: "utf8"
  })
  expect(run.stderr).toBe("")
}

export interface Launcher {
  readonly pid: number
  readonly output: () => string
  readonly exited: Promise<number | null>
  readonly prints: (text: string, millis?: number) => Promise<void>
  readonly signal: (signal: NodeJS.Signals) => void
}

const running = new Set<ChildProcess>()

/** Commands that start the launcher: with Node directly, or through a shell or npm. */
const commands = {
  node: [process.execPath, [join(root, "dist/standalone.mjs")]],
  shell: ["sh", ["-c", `"${process.execPath}" "${join(root, "dist/standalone.mjs")}"; exit $?`]],
  npm: [
    process.execPath,
    [
      "-e",
      `require("node:child_process").spawn("sh", ["-c", process.argv[1]], { stdio: "inherit" })`,
      `"${process.execPath}" "${join(root, "dist/standalone.mjs")}"; exit $?`
    ]
  ]
} as const

export const startLauncher = (
  env: Record<string, string>,
  through: keyof typeof commands = "node"
): Launcher => {
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(MEDIA_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$|npm_)/.test(name)
    )
  )
  const [file, args] = commands[through]
  const child = spawn(file, args, {
    env: { ...inherited, HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += String(chunk)))
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  void exited.then(() => running.delete(child))
  return {
    pid: child.pid!,
    output: () => text,
    exited,
    prints: (wanted, millis = 30_000) =>
      eventually(
        () => text.includes(wanted),
        millis,
        () => `"${wanted}" in:\n${text}`
      ),
    signal: (signal) => void child.kill(signal)
  }
}

/**
 * Kills all launchers that are still running. Call it in `afterEach`, so that a failed test leaves no processes behind.
 */
export const endLaunchers = async () => {
  for (const child of running) child.kill("SIGKILL")
  await eventually(
    () => running.size === 0,
    60_000,
    () => "the launchers' end"
  )
}

export const eventually = async (
  condition: () => boolean | Promise<boolean>,
  millis: number,
  describe: () => string
): Promise<void> => {
  const deadline = performance.now() + millis
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${millis} ms: ${describe()}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

export const freePort = () =>
  new Promise<string>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === "object" ? address?.port : undefined)))
    })
  })

export const isHealthy = async (port: string) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok
  } catch {
    return false
  }
}

/**
 * Returns the launcher's running child whose command line ends with the given file. Returns undefined if no child
 * matches.
 */
export const childOf = (launcher: number, file: string): number | undefined =>
  processes().find((pid) => {
    const parent = read(`/proc/${pid}/stat`).split(") ").pop()?.split(" ")[1]
    return parent === String(launcher) && read(`/proc/${pid}/cmdline`).includes(file)
  })

/**
 * Returns every running process that has the folder in its arguments or its environment, or as its working directory.
 */
export const processesOf = (folder: string): ReadonlyArray<string> =>
  processes().flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`)
    const traces = command + read(`/proc/${pid}/environ`) + link(`/proc/${pid}/cwd`)
    return pid !== process.pid && traces.includes(folder)
      ? [`${pid} ${command.replaceAll("\0", " ").slice(0, 100)}`]
      : []
  })

export const query = async (
  dataDir: string,
  sql: string
): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client({ user: "media", database: "media", host: join(dataDir, "run"), port: 5432 })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const processes = () =>
  existsSync("/proc")
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

const read = (file: string) => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return ""
  }
}

const link = (file: string) => {
  try {
    return readlinkSync(file)
  } catch {
    return ""
  }
}
