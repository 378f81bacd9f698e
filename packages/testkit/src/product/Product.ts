import * as SqlClient from "@effect/sql/SqlClient"
import type { Registry } from "@media/event-store/EventRegistry"
import type { Contents } from "@media/features/library/libraries/contract"
import * as Effect from "effect/Effect"
import { randomInt } from "node:crypto"
import { mkdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { call } from "../HttpCall.ts"
import type { StoreServices } from "../StoreLayer.ts"
import { Launcher, type Programs } from "./Launcher.ts"
import { onStore } from "./Store.ts"
import { eventually } from "./Time.ts"

/**
 * Returns a free port below the range that the system assigns to outgoing connections (from 32,768 on Linux). The
 * product listens on the port only seconds later. Until then, a connection of another test could take a port in that
 * range.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_240, 32_768)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once("error", () => resolve(false))
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)))
  })

interface Queue {
  readonly name: string
  readonly queued: number
  readonly started: number
}

export interface NewLibrary {
  readonly name: string
  readonly contents: ReadonlyArray<typeof Contents.Type>
  readonly folder: string
  readonly isNsfw?: boolean
}

/** The real product in its own folder: launcher, embedded PostgreSQL, server, worker and web app. */
export class Product {
  readonly folder: string
  /** The folder for the media files of a test. */
  readonly media: string
  /** The data directory of the product. */
  readonly dataDir: string
  readonly port: number
  token = ""
  readonly #programs: Programs
  readonly #onLine: (line: string) => void
  #launcher: Launcher | undefined

  constructor(
    folder: string,
    port: number,
    programs: Programs,
    onLine: (line: string) => void = () => undefined,
    dataDir = join(folder, "data")
  ) {
    this.folder = folder
    this.media = join(folder, "media")
    this.dataDir = dataDir
    this.port = port
    this.#programs = programs
    this.#onLine = onLine
    mkdirSync(this.media, { recursive: true })
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts the product. Call it again after `stop` to restart the product with the same data. */
  async run(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    const options = { port: this.port, dataDir: this.dataDir, environment }
    this.#launcher = Launcher.spawn(this.#programs, options, this.#onLine)
    await this.#launcher.isReady()
  }

  /** Returns the process id of the web server. */
  serverPid(): number {
    if (this.#launcher === undefined) throw new Error("the product is not running")
    return this.#launcher.serverPid()
  }

  /** Resolves when the product has exited for any reason. */
  get exited(): Promise<void> {
    return this.#launcher?.exited ?? Promise.resolve()
  }

  /** Sends a request and returns the `data` of the response. Throws if the status is 300 or higher. */
  async data<A>(method: string, path: string, body?: unknown): Promise<A> {
    const options = body === undefined ? {} : { body }
    const token = this.token === "" ? {} : { token: this.token }
    const reply = await call(this.origin, method, path, { ...token, ...options })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return (reply.json as { data: A }).data
  }

  /** Creates the administrator. Later requests of this object use the administrator's token. */
  async setUp(account: { readonly username: string; readonly password: string }): Promise<void> {
    this.token = (await this.data<{ accessToken: string }>("POST", "/api/auth/setup", account)).accessToken
  }

  /** Creates a library and returns its id. Its scan begins immediately. */
  async addLibrary({ contents, folder, isNsfw = false, name }: NewLibrary): Promise<string> {
    const body = { name, contents, isNsfw, roots: [{ path: folder }] }
    return (await this.data<{ id: string }>("POST", "/api/libraries", body)).id
  }

  /** Waits until all scans and probes have ended. Previews may still be running at that time. */
  async isScanned(millis = 60_000): Promise<void> {
    await eventually(
      "scans and probes end",
      async () => {
        const { items } = await this.data<{ items: ReadonlyArray<Queue> }>("GET", "/api/jobs/queues")
        return items.every(({ name, queued, started }) => name === "preview" || queued + started === 0)
      },
      millis
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

  /** Runs a command on the database of the product, for features without a route. For `slices`, see `storeLayer`. */
  onStore<A, E>(command: Effect.Effect<A, E, StoreServices>, slices?: Registry): Promise<A> {
    const socket = encodeURIComponent(join(this.dataDir, "run"))
    return onStore(`postgres://media@localhost:5432/media?host=${socket}`, command, slices)
  }

  /**
   * Makes commits return before their data is on disk. Other tests may fill the disk of the test machine, and a slow
   * commit would fail with 504. The cluster loses data only if the machine itself crashes.
   */
  async doNotWaitForDisk(): Promise<void> {
    await this.onStore(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`alter system set fsync = off`
        yield* sql`select pg_reload_conf()`
      })
    )
  }

  /** Stops the product like an operator would, with SIGTERM. Keeps the data. */
  async stop(): Promise<void> {
    await this.#launcher?.stop()
  }

  async end(): Promise<void> {
    await this.stop()
    for (const folder of [this.folder, this.dataDir])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
