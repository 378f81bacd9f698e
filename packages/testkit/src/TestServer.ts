// These modules are loaded together with the test file. Otherwise the first request of a test would wait while vitest
// compiles every slice.
import "@media/api/TypedApi"
import "@media/api/generated/lazyHandlers"
import "@media/api/generated/lazyRoutes"
import "@media/features/generated/lazyProcessors"
import { PlayedHosts } from "@media/egress/PlayedHosts"
import { NameLookup, type Resolve, resolveBySystem } from "@media/egress/Resolve"
import { createAccount, type NewAccount } from "@media/features/identity/accounts/commands"
import { BreakingGates, type BreakingGate } from "@media/features/platform/system/gates"
import { ConnectionLimits, defaultLimits, type Limits } from "@media/http/edge/ConnectionLimits"
import { PgPool } from "@media/pg/PgPool"
import { server } from "@media/server/ServerLive"
import { worker } from "@media/worker/WorkerLive"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { call, type CallOptions } from "./HttpCall.ts"
import { startLink } from "./DatabaseLink.ts"
import { freePort } from "./FreePort.ts"
import { noPreviews } from "./NoPreviews.ts"
import { storeLayer } from "./StoreLayer.ts"
import { createTestDatabase } from "./TemplateDatabase.ts"

const page = `<!doctype html><html data-base="" data-api="/api"><head><script>document.title="x"</script><style>b{top:0}</style></head>
<body>${"<p>app</p>".repeat(100)}</body></html>`

/**
 * With these limits, the server does not check sessions and permissions again during a test. It learns about changes
 * only from notifications.
 */
export const notifiedOnly: Partial<Limits> = { recheckMillis: 3_600_000 }
/**
 * Time limit in milliseconds. It is shorter than the ten seconds for which a server caches a result without a
 * notification. If the server reacts within this time, a notification caused the reaction.
 */
export const BEFORE_EXPIRY = 8_000

/** Waits up to `millis` until the check returns a value other than false and undefined. Returns that value. */
export const eventually = async <A>(
  check: () => Promise<A | false | undefined> | A | false | undefined,
  millis = 600_000
): Promise<A> => {
  const end = performance.now() + millis
  for (;;) {
    const value = await check()
    if (value !== false && value !== undefined) return value
    if (performance.now() > end)
      throw new Error(`the condition was still false after ${millis} ms: ${check.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

/** Creates a database with the event store of all slices, but without a server or worker. */
export const startStore = async () => {
  const database = await createTestDatabase()
  const runtime = ManagedRuntime.make(storeLayer(database.url))
  const pool = await runtime.runPromise(PgPool)
  return {
    url: database.url,
    run: runtime.runPromise,
    pool,
    rows: async (text: string, values: Array<unknown> = []): Promise<Array<Record<string, never>>> =>
      (await pool.query(text, values)).rows as Array<Record<string, never>>,
    stop: async () => {
      await runtime.dispose()
      await database.drop()
    }
  }
}

export interface TestServerOptions {
  /** True to also run the real worker. */
  readonly isWorking?: boolean
  readonly environment?: Readonly<Record<string, string>>
  /** Overrides for connection limits whose default values a test could not reach in a reasonable time. */
  readonly limits?: Partial<Limits>
  /** Ports on this machine that simulate other hosts, keyed by host. */
  readonly playedHosts?: ReadonlyMap<string, number>
  /** Resolves host names instead of the system's resolver. */
  readonly resolve?: Resolve
  /** Returns the gates for breaking releases. Called at each server start. */
  readonly gates?: () => ReadonlyArray<BreakingGate>
  /** True if the server reaches its database through a link that `cutDatabase` can cut. */
  readonly isDatabaseCuttable?: boolean
}

/**
 * Starts the server and, if requested, the worker in this process, with a new database, a free port and a media folder.
 * The server and the worker use the same code as the product, without mocks.
 */
export const startTestServer = async (options: TestServerOptions = {}) => {
  const store = await startStore()
  const folder = await mkdtemp(join(tmpdir(), "media-server-"))
  const media = join(folder, "media")
  const web = join(folder, "web")
  await Promise.all([mkdir(media), mkdir(join(web, "assets"), { recursive: true })])
  await writeFile(join(web, "index.html"), page)
  await writeFile(join(web, "assets/app-1234.js"), `console.log(1)\n${"// filler\n".repeat(100)}`)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const link = options.isDatabaseCuttable === true ? await startLink(store.url) : undefined
  const logs: Array<string> = []
  const collect = Logger.make(({ annotations, cause, message }) => {
    logs.push(JSON.stringify([message, [...annotations], String(cause)]))
  })
  const environment = new Map(
    Object.entries({
      DATABASE_URL: link?.url ?? store.url,
      MEDIA_DATA_DIR: join(folder, "data"),
      MEDIA_MEMBER_FOLDERS: media,
      MEDIA_WEB_DIR: web,
      HOST: "127.0.0.1",
      PORT: String(port),
      ...options.environment
    })
  )
  const config = ConfigProvider.orElse(ConfigProvider.fromMap(environment), () => ConfigProvider.fromEnv())
  const begin = <E>(process: Effect.Effect<never, E>) =>
    Effect.runFork<never, unknown>(
      process.pipe(
        Effect.withConfigProvider(config),
        Effect.provideService(BreakingGates, options.gates?.() ?? []),
        Effect.provideService(PlayedHosts, options.playedHosts ?? new Map()),
        Effect.provideService(NameLookup, { resolve: options.resolve ?? resolveBySystem }),
        Effect.provideService(ConnectionLimits, { ...defaultLimits, ...options.limits }),
        Effect.provide(Logger.replace(Logger.defaultLogger, collect)),
        Logger.withMinimumLogLevel(LogLevel.Debug)
      )
    )
  let running: ReadonlyArray<Fiber.RuntimeFiber<never, unknown>> = []
  const start = async (answering = "/api/auth/setup-status") => {
    running = [begin(server), ...(options.isWorking === true ? [begin(worker)] : [])]
    await eventually(() =>
      call(origin, "GET", answering).then(
        // A server with a certificate redirects to https, which also shows that it is ready.
        ({ status }) => status === 200 || status === 307,
        () => false
      )
    )
  }
  const end = () => Effect.runPromise(Fiber.interruptAll(running))
  await start()

  const request = (method: string, target: string, how?: CallOptions) => call(origin, method, target, how)
  const signIn = async (username: string, password: string): Promise<string> => {
    const { json } = await request("POST", "/api/auth/login", { body: { username, password } })
    return json.data.accessToken
  }
  return {
    ...store,
    origin,
    port,
    folder,
    media,
    logs,
    /** Cuts the connection between the server and its database. `mendDatabase` restores it. */
    cutDatabase: () => link!.cut(),
    mendDatabase: () => link!.restore(),
    request,
    get: (target: string, token?: string) => request("GET", target, { token }),
    signIn,
    /**
     * Creates the first administrator. Also turns off previews, which take the worker a second of CPU time per video.
     */
    setup: async (): Promise<{ readonly token: string; readonly id: string }> => {
      const { json } = await request("POST", "/api/auth/setup", {
        body: { username: "root", password: "correct horse" }
      })
      const token = json.data.accessToken
      if (options.isWorking === true) await request("PATCH", "/api/settings", { token, body: noPreviews })
      return { token, id: json.data.user.id }
    },
    /** Creates an account by running the command directly, and signs in. Returns the account's id and token. */
    account: async (account: Partial<NewAccount> & { readonly username: string }) => {
      const id = await store.run(
        createAccount({ password: "correct horse", role: "member", ...account }, "test")
      )
      return { id, token: await signIn(account.username, account.password ?? "correct horse") }
    },
    /** Stops the processes with a signal, and starts them again with the same folders. */
    restart: async (answering?: string) => {
      await end()
      await start(answering)
    },
    stop: async () => {
      await end()
      link?.cut()
      await store.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
