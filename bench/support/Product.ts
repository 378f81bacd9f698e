import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request as httpRequest } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import pg from "pg"
import { cpuOfTree, processTree } from "./Processes.ts"
import { pause } from "./Report.ts"

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

const living = new Set<ChildProcess>()
const folders = new Set<string>()

/** Creates a folder that is deleted when the measurement ends, even if the measurement fails. */
export const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `bench-${name}-`))
  folders.add(folder)
  return folder
}

process.once("exit", () => {
  for (const child of living) child.kill("SIGKILL")
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))

export const freePort = () =>
  new Promise<number>((done, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => done(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** Builds the programs as they are shipped. Must be called before the first start. */
export const buildProduct = (): void => {
  const built = spawnSync(process.execPath, ["scripts/build.mjs", "--quiet-when-fresh"], { encoding: "utf8" })
  if (built.status !== 0) throw new Error(built.stderr)
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

export const exchange = (
  origin: string,
  method: string,
  target: string,
  options: {
    readonly token?: string | undefined
    readonly body?: unknown
    readonly coding?: "gzip" | "br" | undefined
  } = {}
): Promise<{ readonly status: number; readonly text: string; readonly bytes: Buffer }> =>
  new Promise((done, reject) => {
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const headers = {
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.coding === undefined ? {} : { "accept-encoding": options.coding })
    }
    const request = httpRequest(new URL(target, origin), { method, headers, agent }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const bytes = Buffer.concat(chunks)
        done({ status: response.statusCode ?? 0, text: bytes.toString(), bytes })
      })
    })
    request.on("error", reject)
    request.end(body)
  })

/**
 * Repeats the check until its result is neither false nor undefined, and returns the result. Ignores errors of the
 * check. Throws after `millis`.
 */
export const until = async <A>(
  check: () => Promise<A | false | undefined> | A | false | undefined,
  options: { readonly millis: number; readonly every?: number; readonly what: string }
): Promise<A> => {
  const end = performance.now() + options.millis
  for (;;) {
    const value = await Promise.resolve()
      .then(check)
      .catch(() => undefined)
    if (value !== undefined && value !== false) return value
    if (performance.now() > end) throw new Error(`not within ${options.millis} ms: ${options.what}`)
    await pause(options.every ?? 20)
  }
}

export interface StartOptions {
  readonly dataDir: string
  readonly environment?: Readonly<Record<string, string>>
  /** The file to start. The default is the bundle of the launcher. */
  readonly entry?: string
}

/** Starts the launcher in the same way as a user does, and waits until the server is healthy. */
export const startProduct = async ({ dataDir, entry = "dist/standalone.mjs", environment }: StartOptions) => {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(MEDIA_|PORT$|HOST$|DATABASE_URL$|NODE_ENV$)/.test(name)
  )
  const from = performance.now()
  const child = spawn(process.execPath, [resolve(entry)], {
    env: {
      ...Object.fromEntries(inherited),
      HOST: "127.0.0.1",
      PORT: String(port),
      MEDIA_DATA_DIR: dataDir,
      ...environment
    },
    stdio: ["ignore", "pipe", "pipe"]
  })
  living.add(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output = (output + String(chunk)).slice(-20_000)))
  const ended = new Promise<void>((done) => child.once("close", () => done()))
  void ended.then(() => living.delete(child))

  const healthy = async () => {
    if (child.exitCode !== null) throw new Error(`the launcher ended:\n${output}`)
    const { status, text } = await exchange(origin, "GET", "/api/health")
    const data = (JSON.parse(text) as Json).data
    return status === 200 && data.database === "ok" && data.worker.lastSeenAt !== null
  }
  const answers = async () => (await exchange(origin, "GET", "/api/health")).status === 200
  await until(answers, { millis: 60_000, every: 10, what: `an answer\n${output}` })
  const answeredMillis = performance.now() - from
  await until(healthy, { millis: 60_000, every: 10, what: `health\n${output}` })
  const healthyMillis = performance.now() - from

  const launcher = child.pid as number
  const pidOf = (file: string): number => {
    const found = processTree(launcher).find(
      ({ command, parent }) => parent === launcher && command.includes(file)
    )
    if (found === undefined) throw new Error(`no process runs ${file}`)
    return found.pid
  }
  const server = pidOf("server")
  const worker = pidOf("worker")
  const database = new pg.Pool({
    user: "media",
    database: "media",
    host: join(dataDir, "run"),
    port: 5432,
    max: 2
  })
  database.on("error", () => undefined)
  let token = ""

  const call = async (method: string, target: string, body?: unknown): Promise<Json> => {
    const { status, text } = await exchange(origin, method, target, { token, body })
    if (status >= 400) throw new Error(`${method} ${target}: ${status} ${text.slice(0, 300)}`)
    return text === "" ? undefined : (JSON.parse(text) as Json).data
  }
  return {
    origin,
    port,
    dataDir,
    launcher,
    server,
    worker,
    answeredMillis,
    healthyMillis,
    output: () => output,
    token: () => token,
    /** Creates the first administrator and signs in. */
    setup: async () => {
      const body = { username: "root", password: "correct horse" }
      token = (await call("POST", "/api/auth/setup", body)).accessToken
    },
    call,
    /** Returns the first column of the first row of a query on the product's database. */
    value: async (sql: string, values: Array<unknown> = []): Promise<number> =>
      Number(Object.values((await database.query(sql, values)).rows[0] as object)[0]),
    databaseUrl: `postgresql://media@/media?host=${encodeURIComponent(join(dataDir, "run"))}&port=5432`,
    cpu: () => ({
      server: cpuOfTree(server),
      worker: cpuOfTree(worker),
      postgres: processTree(launcher)
        .filter(({ command }) => command.includes("postgres"))
        .reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
    }),
    stop: async () => {
      await database.end()
      child.kill("SIGTERM")
      await ended
    }
  }
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Creates a library with `count` videos (at most 100), and waits until all videos were probed. */
export const probedVideos = async (
  product: Product,
  folder: string,
  count: number
): Promise<ReadonlyArray<{ readonly id: string }>> => {
  await product.call("POST", "/api/libraries", {
    name: "F",
    contents: ["videos"],
    roots: [{ path: folder }]
  })
  return until(
    async () => {
      const { items } = await product.call("GET", "/api/videos?status=ready&perPage=100")
      return items.length === count ? (items as ReadonlyArray<{ id: string }>) : undefined
    },
    { millis: 120_000, what: "the probes" }
  )
}

/** Pauses all queues except the queues in `running`. */
export const pauseQueuesBut = async (product: Product, running: ReadonlyArray<string>): Promise<void> => {
  const { items } = await product.call("GET", "/api/jobs/queues")
  for (const { name } of items as ReadonlyArray<{ readonly name: string }>)
    if (!running.includes(name)) await product.call("POST", `/api/jobs/queues/${name}/pause`)
}
