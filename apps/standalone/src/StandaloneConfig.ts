import {
  defaultDataDir,
  installRoot,
  proxiesConfig,
  publicConfig,
  tlsConfig
} from "@media/kernel/ProcessConfig"
import type { PublicAddress } from "@media/kernel/PublicAddress"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { existsSync } from "node:fs"
import * as path from "node:path"
import { refuse } from "./Refusal.ts"

export interface StandaloneConfig {
  readonly port: number
  readonly host: string
  /** True if a certificate is configured. The server then serves https. */
  readonly isEncrypted: boolean
  /** The URLs that browsers use. */
  readonly address: PublicAddress
  /** True if a trusted proxy is configured. */
  readonly isBehindProxy: boolean
  readonly dataDir: string
  readonly cacheDir: string
  /** The URL of the operator's own database, or undefined for the private PostgreSQL of the data directory. */
  readonly databaseUrl: string | undefined
  readonly migrationsDir: string
  readonly webDir: string
  readonly changelogPath: string
  readonly serverEntry: string
  readonly workerEntry: string
}

/**
 * Reads a path and makes it absolute. An empty value counts as unset, because it would otherwise resolve to the working
 * directory.
 */
const file = (name: string, fallback: () => string) =>
  Config.nonEmptyString(name).pipe(
    Config.orElse(() => Config.sync(fallback)),
    Config.map((value) => path.resolve(value))
  )

export const standaloneConfig = Config.all({
  port: Config.port("PORT").pipe(Config.withDefault(8008)),
  host: Config.string("HOST").pipe(Config.withDefault("0.0.0.0")),
  isEncrypted: Config.map(tlsConfig, ({ cert, key }) => cert !== undefined || key !== undefined),
  address: publicConfig,
  isBehindProxy: Config.map(proxiesConfig, (proxies) => proxies.length > 0),
  dataDir: file("MEDIA_DATA_DIR", defaultDataDir),
  givenCacheDir: Config.option(Config.nonEmptyString("MEDIA_CACHE_DIR")),
  databaseUrl: Config.option(Config.nonEmptyString("DATABASE_URL")).pipe(Config.map(Option.getOrUndefined)),
  migrationsDir: file("MEDIA_MIGRATIONS_DIR", () => path.join(installRoot(), "migrations")),
  webDir: file("MEDIA_WEB_DIR", () => path.join(installRoot(), "apps/web/dist")),
  changelogPath: file("CHANGELOG_PATH", () => path.join(installRoot(), "CHANGELOG.md")),
  serverEntry: file("MEDIA_SERVER_ENTRY", () => path.join(installRoot(), "dist/server.mjs")),
  workerEntry: file("MEDIA_WORKER_ENTRY", () => path.join(installRoot(), "dist/worker.mjs"))
}).pipe(
  Config.map(({ givenCacheDir, ...config }) => ({
    ...config,
    cacheDir: path.resolve(Option.getOrElse(givenCacheDir, () => path.join(config.dataDir, "cache")))
  })),
  Effect.mapError((error) => refuse(`The configuration is invalid: ${String(error).replaceAll("\n", "; ")}`))
)

/** True if npm runs this process as a script. npm sets this variable. */
export const isRunByNpm = (): boolean => process.env["npm_lifecycle_event"] !== undefined

/** Variables with secrets and with the account data for a password recovery. Only the server receives them. */
const serversOwn = ["MEDIA_SECRET", "MEDIA_RECOVERY_PASSWORD", "MEDIA_RECOVERY_USERNAME"]

/**
 * Returns the environment without the variables in `serversOwn`. The worker must not know them, because it and its
 * tools open untrusted files.
 */
export const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !serversOwn.includes(name)))

/**
 * Enables the compile cache of Node 22 and later, so that the next start does not have to compile the code again. The
 * cache is enabled only if the cache folder exists, because the first start must find its data directory empty.
 */
const compileCache = ({ cacheDir }: StandaloneConfig): NodeJS.ProcessEnv =>
  existsSync(cacheDir) ? { NODE_COMPILE_CACHE: path.join(cacheDir, "compiled") } : {}

/**
 * Returns the environment of a child: the launcher's environment, with all defaults set.
 *
 * libuv reads the size of its thread pool when the process starts, so the size must be set here. With 16 threads, a few
 * slow disk calls do not delay a sign-in.
 *
 * By default, glibc creates many memory arenas and keeps freed memory in each of them. With two arenas, a process takes
 * 15 MB less.
 */
export const childEnvironment = (config: StandaloneConfig): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  ...compileCache(config),
  UV_THREADPOOL_SIZE: "16",
  MALLOC_ARENA_MAX: "2",
  ...process.env,
  PORT: String(config.port),
  HOST: config.host,
  MEDIA_DATA_DIR: config.dataDir,
  MEDIA_MIGRATIONS_DIR: config.migrationsDir,
  MEDIA_WEB_DIR: config.webDir,
  CHANGELOG_PATH: config.changelogPath
})
