import { createAccount } from "@media/features/accounts/commands"
import { call } from "@media/testkit/HttpCall"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onStore } from "./Store.ts"
import { eventually } from "./Time.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
/** Below `dist`, so that `node_modules` is found; a copy, so that a build during the run changes nothing under test. */
const bundle = join(root, "dist", "browser")
const marker = Symbol.for("media.browser-bundle")

/** Once per process of the test runner: the product built from the current sources. */
const bundled = (): void => {
  const shared = globalThis as { [marker]?: true }
  if (shared[marker]) return
  // Without the test runner's mode: with it vite would build, and leave behind, Vue as developers have it.
  const env = { ...process.env, NODE_ENV: "production" }
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--quiet-when-fresh"], {
    env,
    stdio: "inherit"
  })
  rmSync(bundle, { recursive: true, force: true })
  mkdirSync(bundle, { recursive: true })
  for (const name of ["server", "worker", "standalone"])
    cpSync(join(root, `dist/${name}.mjs`), join(bundle, `${name}.mjs`))
  cpSync(join(root, "migrations"), join(bundle, "migrations"), { recursive: true })
  cpSync(join(root, "apps/web/dist"), join(bundle, "web"), { recursive: true })
  shared[marker] = true
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const admin = { username: "ada", password: "correct horse battery" } as const
export const member = { username: "milo", password: "another fine horse" } as const

interface Queue {
  readonly name: string
  readonly queued: number
  readonly started: number
}

/** The real product on a data directory of its own: launcher, embedded PostgreSQL, server, worker and web app. */
export class Product {
  readonly folder: string
  readonly media: string
  readonly port: number
  token = ""
  #launcher: ChildProcess | undefined
  #output = ""

  private constructor(folder: string, port: number) {
    this.folder = folder
    this.media = join(folder, "media")
    this.port = port
    mkdirSync(this.media, { recursive: true })
  }

  static async start(name: string): Promise<Product> {
    bundled()
    const product = new Product(mkdtempSync(join(tmpdir(), `media-browser-${name}-`)), await freePort())
    await product.run()
    return product
  }

  /** With an administrator, whose token the calls of this object carry. */
  static async startWithAdmin(name: string): Promise<Product> {
    const product = await Product.start(name)
    const { accessToken } = await product.data<{ accessToken: string }>("POST", "/api/auth/setup", admin)
    product.token = accessToken
    return product
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts it, also again on the same data. */
  async run(): Promise<void> {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(MEDIA_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$)/.test(name)
    )
    this.#output = ""
    const launcher = spawn(process.execPath, [join(bundle, "standalone.mjs")], {
      env: {
        ...Object.fromEntries(inherited),
        HOST: "127.0.0.1",
        PORT: String(this.port),
        MEDIA_DATA_DIR: join(this.folder, "data"),
        MEDIA_SERVER_ENTRY: join(bundle, "server.mjs"),
        MEDIA_WORKER_ENTRY: join(bundle, "worker.mjs"),
        MEDIA_MIGRATIONS_DIR: join(bundle, "migrations"),
        MEDIA_WEB_DIR: join(bundle, "web"),
        CHANGELOG_PATH: join(root, "CHANGELOG.md")
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
    this.#launcher = launcher
    for (const stream of [launcher.stdout, launcher.stderr])
      stream.on("data", (chunk: Buffer) => (this.#output = (this.#output + String(chunk)).slice(-100_000)))
    await eventually(
      "the product starts",
      () => this.#output.includes("Ready: http://"),
      60_000,
      () => this.#output
    )
  }

  /** Process id of the launcher's child that runs the web server. */
  serverPid(): number {
    const found = readdirSync("/proc").find((name) => {
      if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false
      try {
        const parent = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").pop()?.split(" ")[1]
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8")
        return parent === String(this.#launcher?.pid) && command.includes("server.mjs")
      } catch {
        return false
      }
    })
    if (found === undefined) throw new Error(`no server process:\n${this.#output}`)
    return Number(found)
  }

  /** The data of a 2xx answer. */
  async data<A>(method: string, path: string, body?: unknown): Promise<A> {
    const options = body === undefined ? {} : { body }
    const token = this.token === "" ? {} : { token: this.token }
    const reply = await call(this.origin, method, path, { ...token, ...options })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return (reply.json as { data: A }).data
  }

  async addLibrary(name = "Movies"): Promise<string> {
    const body = { name, contents: ["videos"], roots: [{ path: this.media }] }
    return (await this.data<{ id: string }>("POST", "/api/libraries", body)).id
  }

  /** Every scan and probe is over; previews may still run. */
  async isScanned(): Promise<void> {
    await eventually(
      "scans and probes end",
      async () => {
        const { items } = await this.data<{ items: ReadonlyArray<Queue> }>("GET", "/api/jobs/queues")
        return items.every(({ name, queued, started }) => name === "preview" || queued + started === 0)
      },
      60_000
    )
  }

  async videoId(title: string): Promise<string> {
    const { items } = await this.data<{ items: ReadonlyArray<{ id: string; title: string }> }>(
      "GET",
      `/api/videos?perPage=100&q=${encodeURIComponent(title)}`
    )
    const found = items.find((video) => video.title === title)
    if (found === undefined)
      throw new Error(`no video "${title}" in ${JSON.stringify(items.map((v) => v.title))}`)
    return found.id
  }

  /** No route makes one yet: the command itself, on the product's own database. */
  async addMember(): Promise<void> {
    const socket = encodeURIComponent(join(this.folder, "data", "run"))
    const url = `postgres://media@localhost:5432/media?host=${socket}`
    await onStore(url, createAccount({ ...member, displayName: "Milo", role: "member" }, "test"))
  }

  /** Ends it as an operator would; the data stays. */
  async stop(): Promise<void> {
    const launcher = this.#launcher
    if (launcher === undefined || launcher.exitCode !== null) return
    const exited = new Promise((resolve) => launcher.once("exit", resolve))
    launcher.kill("SIGTERM")
    const timer = setTimeout(() => launcher.kill("SIGKILL"), 20_000)
    await exited
    clearTimeout(timer)
  }

  async end(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
