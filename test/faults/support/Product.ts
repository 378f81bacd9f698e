import { call, type CallOptions, type Reply } from "@media/testkit/HttpCall"
import { noPreviews } from "@media/testkit/NoPreviews"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { migrationsIn, program, root } from "./Bundle.ts"
import { childrenOf, processesOf, signal } from "./Processes.ts"
import { eventually } from "./Time.ts"

export const password = "correct horse"

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

export const temporary = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `media-faults-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

const inherited = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(MEDIA_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$)/.test(name)
    )
  )

export interface Started {
  readonly child: ChildProcess
  readonly output: () => string
  readonly exited: Promise<number | null>
}

interface StartOptions {
  /** Command that runs the program, such as `setpriv --reuid ...`. */
  readonly prefix?: ReadonlyArray<string> | undefined
  /** Folder that contains `dist` and `node_modules`. */
  readonly installation?: string | undefined
}

/** Starts one of the three programs as it is shipped. */
export const startProgram = (
  name: "server" | "worker" | "standalone",
  env: Readonly<Record<string, string>>,
  { installation = root, prefix = [] }: StartOptions = {}
): Started => {
  const entry = program(name, installation)
  const [file = "", ...args] = [...prefix, process.execPath, "--enable-source-maps", entry]
  const child = spawn(file, args, {
    env: {
      ...inherited(),
      HOST: "127.0.0.1",
      UV_THREADPOOL_SIZE: "16",
      MEDIA_SERVER_ENTRY: program("server", installation),
      MEDIA_WORKER_ENTRY: program("worker", installation),
      MEDIA_MIGRATIONS_DIR: migrationsIn(installation),
      ...env
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let text = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text = (text + String(chunk)).slice(-200_000)))
  }
  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  return { child, output: () => text, exited }
}

export interface ProductOptions extends StartOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
}

/** The real product with a new data directory: launcher, embedded PostgreSQL, server and worker. */
export class Product {
  readonly folder: string
  readonly dataDir: string
  readonly media: string
  readonly port: number
  readonly startedAt = Date.now()
  token = ""
  private readonly launcher: Started

  private constructor(folder: string, port: number, options: ProductOptions) {
    this.folder = folder
    this.port = port
    this.dataDir = join(folder, "data")
    this.media = join(folder, "media")
    mkdirSync(this.media, { recursive: true })
    this.launcher = startProgram(
      "standalone",
      { PORT: String(port), MEDIA_DATA_DIR: this.dataDir, ...options.env },
      options
    )
  }

  static async start(name: string, options: ProductOptions = {}): Promise<Product> {
    const product = new Product(options.folder ?? temporary(name), await freePort(), options)
    await eventually(
      "the product starts",
      () => {
        if (/restarting it in [2-9] s/.test(product.output())) product.launcher.child.kill("SIGKILL")
        return product.output().includes("Ready: http://")
      },
      60_000,
      product.output
    )
    await product.setUp()
    return product
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }
  get launcherPid(): number {
    return this.launcher.child.pid!
  }
  get exited(): Promise<number | null> {
    return this.launcher.exited
  }
  readonly output = (): string => this.launcher.output()

  readonly server = (): number | undefined => this.child("server.mjs")
  readonly worker = (): number | undefined => this.child("worker.mjs")
  readonly postmaster = (): number | undefined => this.child("/postgres")

  private child(name: string): number | undefined {
    return childrenOf(this.launcherPid).find(({ command }) => command.includes(name))?.pid
  }

  readonly call = (method: string, target: string, options: CallOptions = {}): Promise<Reply> =>
    call(this.origin, method, target, { token: this.token, ...options })

  readonly get = (target: string): Promise<Reply> => this.call("GET", target)

  /** Sends a request and returns the data of the response. Throws if the status is not 2xx. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async data(method: string, target: string, body?: unknown): Promise<any> {
    const reply = await this.call(method, target, body === undefined ? {} : { body })
    if (reply.status >= 300) throw new Error(`${method} ${target}: ${reply.status} ${reply.text}`)
    return reply.json.data
  }

  private async setUp(): Promise<void> {
    const body = { username: "root", password }
    const reply = await this.call("POST", "/api/auth/setup", { body, token: undefined })
    this.token =
      reply.status === 409
        ? await this.login()
        : (reply.json as { data: { accessToken: string } }).data.accessToken
    await this.data("PATCH", "/api/settings", noPreviews)
  }

  async login(): Promise<string> {
    const reply = await this.call("POST", "/api/auth/login", {
      token: undefined,
      body: { username: "root", password }
    })
    if (reply.status !== 200) throw new Error(`login: ${reply.status} ${reply.text}`)
    return reply.json.data.accessToken as string
  }

  get databaseUrl(): string {
    return `postgres://media@localhost:5432/media?host=${encodeURIComponent(join(this.dataDir, "run"))}`
  }

  async connect(): Promise<pg.Client> {
    const client = new pg.Client({
      user: "media",
      database: "media",
      host: join(this.dataDir, "run"),
      port: 5432,
      connectionTimeoutMillis: 5_000
    })
    client.on("error", () => undefined)
    await client.connect()
    return client
  }

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async rows(text: string, values: Array<unknown> = []): Promise<Array<any>> {
    const client = await this.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }

  async addLibrary(
    path = this.media,
    name = "Films"
  ): Promise<{ readonly id: string; readonly rootId: string }> {
    const library = await this.data("POST", "/api/libraries", {
      name,
      contents: ["videos"],
      roots: [{ path }]
    })
    return { id: library.id, rootId: library.roots[0].id }
  }

  async scan(libraryId: string): Promise<string> {
    const { jobRunIds } = await this.data("POST", `/api/libraries/${libraryId}/scan`, {})
    return jobRunIds[0] as string
  }

  /** Waits until a run has ended, and returns the run. A `failed` run may be retried later. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ended(jobRunId: string, millis = 120_000): Promise<any> {
    return eventually(
      `run ${jobRunId} ends`,
      async () => {
        const run = await this.data("GET", `/api/jobs/${jobRunId}`)
        return ["completed", "failed", "cancelled"].includes(run.status) && run
      },
      millis,
      async () => JSON.stringify(await this.rows("select * from job_runs where id = $1", [jobRunId]))
    )
  }

  /**
   * Waits until all jobs have ended, except for jobs that wait until a user plays a video. The limit does not apply to
   * the total time, but to the time in which no due job makes progress. The total time depends on the machine: pictures
   * of 320 videos take 60 to 100 s. In addition, if a file was still growing, it is examined only after a delay.
   */
  async settled(millis = 60_000): Promise<void> {
    for (let moved = -1; ;) {
      const [{ delay }] = await this.rows(
        "select 1000 * coalesce(extract(epoch from min(run_at) - now()), 0)::float8 as delay from jobs where state = 0 and waits_for is null"
      )
      const now = await eventually(
        `a job moves on after ${moved} times`,
        async () => {
          const [counts] = await this.rows(
            "select count(*) filter (where state in (0, 1) and waits_for is null)::int as open, coalesce(sum(rev), 0)::int as moved from jobs"
          )
          return counts.open === 0 || counts.moved > moved ? counts : undefined
        },
        millis + Math.max(0, delay),
        async () =>
          JSON.stringify(
            await this.rows(
              "select queue, state, attempts, count(*)::int from jobs group by 1, 2, 3 order by 1, 2, 3"
            )
          ) + this.output().slice(-3_000)
      )
      if (now.open === 0) return
      moved = now.moved
    }
  }

  async scanned(libraryId: string, millis = 60_000) {
    const run = await this.ended(await this.scan(libraryId), millis)
    await this.settled(millis)
    return run
  }

  /** Waits until the product is healthy and its worker responds. */
  async healthy(millis = 120_000): Promise<void> {
    await eventually(
      "health",
      async () => (await this.get("/api/health")).status === 200,
      millis,
      this.output
    )
  }

  async stop(): Promise<void> {
    signal(this.launcherPid, "SIGTERM")
    const isOver = await Promise.race([
      this.exited.then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 25_000).unref())
    ])
    if (!isOver) signal(this.launcherPid, "SIGKILL")
    await eventually(
      "nothing is left running",
      () => processesOf(this.folder).length === 0,
      15_000,
      () => JSON.stringify(processesOf(this.folder))
    )
    rmSync(this.folder, { recursive: true, force: true })
    if (!isOver) throw new Error(`the launcher did not stop:\n${this.output().slice(-2_000)}`)
  }
}
