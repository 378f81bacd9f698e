import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as fs from "node:fs"
import { homedir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { refuse } from "./Refusal.ts"

export interface StandaloneConfig {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Absent: the private PostgreSQL of the data directory. */
  readonly databaseUrl: string | undefined
  readonly migrationsDir: string
  readonly webDir: string
  readonly changelogPath: string
  readonly serverEntry: string
  readonly workerEntry: string
}

/** The folder that holds `migrations/`: the checkout, or the image's `/app`. Same from source and from a bundle. */
const root = (): string => {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "migrations")) || folder === path.dirname(folder)) return folder
  }
}

/** `/data` is the volume of the container image; elsewhere the state lives in the user's home. */
const defaultDataDir = (): string => {
  try {
    fs.accessSync("/data", fs.constants.W_OK | fs.constants.X_OK)
    return "/data"
  } catch {
    return path.join(homedir(), ".media-library")
  }
}

const file = (name: string, fallback: () => string) =>
  Config.string(name).pipe(
    Config.orElse(() => Config.sync(fallback)),
    Config.map((value) => path.resolve(value))
  )

export const standaloneConfig = Config.all({
  port: Config.port("PORT").pipe(Config.withDefault(8008)),
  host: Config.string("HOST").pipe(Config.withDefault("0.0.0.0")),
  dataDir: file("MEDIA_DATA_DIR", defaultDataDir),
  databaseUrl: Config.option(Config.nonEmptyString("DATABASE_URL")).pipe(Config.map(Option.getOrUndefined)),
  migrationsDir: file("MEDIA_MIGRATIONS_DIR", () => path.join(root(), "migrations")),
  webDir: file("MEDIA_WEB_DIR", () => path.join(root(), "apps/web/dist")),
  changelogPath: file("CHANGELOG_PATH", () => path.join(root(), "CHANGELOG.md")),
  serverEntry: file("MEDIA_SERVER_ENTRY", () => path.join(root(), "dist/server.mjs")),
  workerEntry: file("MEDIA_WORKER_ENTRY", () => path.join(root(), "dist/worker.mjs"))
}).pipe(
  Effect.mapError((error) =>
    refuse(`The configuration is not usable: ${String(error).replaceAll("\n", "; ")}`)
  )
)

/**
 * What a child sees: our own environment with every default spelled out. libuv reads its pool size when the
 * process begins, so it can only be set from here; 16 keeps four slow disk calls from stopping a login.
 */
export const childEnvironment = (config: StandaloneConfig, databaseUrl: string): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  UV_THREADPOOL_SIZE: "16",
  ...process.env,
  DATABASE_URL: databaseUrl,
  PORT: String(config.port),
  HOST: config.host,
  MEDIA_DATA_DIR: config.dataDir,
  MEDIA_MIGRATIONS_DIR: config.migrationsDir,
  MEDIA_WEB_DIR: config.webDir,
  CHANGELOG_PATH: config.changelogPath
})
