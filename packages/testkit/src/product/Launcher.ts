import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { eventually } from "./Time.ts"

const findRoot = (folder: string): string =>
  existsSync(join(folder, "migrations")) || dirname(folder) === folder ? folder : findRoot(dirname(folder))

/** The root folder of the repository, even for code that was bundled into `dist`. */
export const root = findRoot(fileURLToPath(new URL(".", import.meta.url)))

export interface Programs {
  /** The folder with `standalone.mjs`, `server.mjs` and `worker.mjs`. */
  readonly bundles: string
  readonly migrations: string
  readonly web: string
}

/** The programs that `npm run build` creates. */
export const builtPrograms: Programs = {
  bundles: join(root, "dist"),
  migrations: join(root, "migrations"),
  web: join(root, "apps/web/dist")
}

export interface LaunchOptions {
  readonly port: number
  readonly dataDir: string
  /** Additional environment variables of this installation. */
  readonly environment?: Readonly<Record<string, string>>
}

/**
 * True if the product under test inherits the environment variable. Settings of the product in the developer's shell
 * must not affect tests. Only the paths of the media tools are inherited.
 */
const isInherited = (name: string): boolean =>
  /^MEDIA_FF(MPEG|PROBE)_BIN$/.test(name) ||
  !/^(MEDIA_|PUBLIC_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$)/.test(name)

/**
 * Returns a command prefix that makes the kernel stop the launcher when this process is killed, so that no launcher
 * outlives a test run. Returns an empty list where this is not possible.
 */
const dieWithParent = (): ReadonlyArray<string> =>
  process.platform === "linux" &&
  spawnSync("setpriv", ["--pdeathsig", "TERM", "--", "true"], { stdio: "ignore" }).status === 0
    ? ["setpriv", "--pdeathsig", "TERM", "--"]
    : []

const LONGEST_START_MS = 60_000
const LONGEST_STOP_MS = 20_000

/**
 * The standalone launcher as a child process. It has its own session, so that Ctrl-C in the terminal does not reach it.
 */
export class Launcher {
  readonly #child: ChildProcess
  #output = ""

  private constructor(child: ChildProcess, onLine: (line: string) => void) {
    this.#child = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#output = (this.#output + String(chunk)).slice(-100_000)
        for (const line of String(chunk).trimEnd().split("\n")) onLine(line)
      })
  }

  static spawn(
    programs: Programs,
    options: LaunchOptions,
    onLine: (line: string) => void = () => undefined
  ): Launcher {
    const [file = "", ...args] = [
      ...dieWithParent(),
      process.execPath,
      join(programs.bundles, "standalone.mjs")
    ]
    const child = spawn(file, args, {
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([name]) => isInherited(name))),
        HOST: "127.0.0.1",
        PORT: String(options.port),
        MEDIA_DATA_DIR: options.dataDir,
        MEDIA_SERVER_ENTRY: join(programs.bundles, "server.mjs"),
        MEDIA_WORKER_ENTRY: join(programs.bundles, "worker.mjs"),
        MEDIA_MIGRATIONS_DIR: programs.migrations,
        MEDIA_WEB_DIR: programs.web,
        CHANGELOG_PATH: join(root, "CHANGELOG.md"),
        ...options.environment
      },
      detached: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    return new Launcher(child, onLine)
  }

  /**
   * Resolves when the product accepts requests. Rejects with its output if the product exits or does not start in time.
   */
  async isReady(): Promise<void> {
    await eventually(
      "the product starts",
      () => this.#output.includes("Ready: http://") || this.hasExited,
      LONGEST_START_MS,
      () => this.#output
    )
    if (this.hasExited) throw new Error(`the product ended:\n${this.#output}`)
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get exited(): Promise<void> {
    return this.hasExited
      ? Promise.resolve()
      : new Promise((resolve) => this.#child.once("exit", () => resolve()))
  }

  /** Returns the process id of the launcher's child that runs the web server. */
  serverPid(): number {
    const found = readdirSync("/proc").find((name) => {
      if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false
      try {
        const parent = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").pop()?.split(" ")[1]
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8")
        return parent === String(this.#child.pid) && command.includes("server.mjs")
      } catch {
        return false
      }
    })
    if (found === undefined) throw new Error(`no server process:\n${this.#output}`)
    return Number(found)
  }

  /** Stops the product like an operator would, with SIGTERM. Keeps the data. */
  async stop(): Promise<void> {
    if (this.hasExited) return
    const { exited } = this
    this.#child.kill("SIGTERM")
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), LONGEST_STOP_MS)
    await exited
    clearTimeout(timer)
  }
}
