import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { accessSync, constants, existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { publicAddress } from "./PublicAddress.ts"

/** The folder that holds `migrations/`: the checkout or the image. The same from source and from a bundle. */
export const installRoot = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "migrations")) || folder === dirname(folder)) return folder
  }
}

/** `/data` is the volume of the container image; elsewhere the state lies hidden in the user's home. */
export const defaultDataDir = (): string => {
  try {
    accessSync("/data", constants.W_OK | constants.X_OK)
    return "/data"
  } catch {
    return join(homedir(), ".media-library")
  }
}

const path = (name: string, fallback: () => string) =>
  Config.nonEmptyString(name).pipe(
    Config.orElse(() => Config.sync(fallback)),
    Config.map((value) => resolve(value))
  )

const optional = (name: string) =>
  Config.option(Config.nonEmptyString(name)).pipe(Config.map(Option.getOrUndefined))

const list = (name: string) =>
  Config.string(name).pipe(
    Config.withDefault(""),
    Config.map((value) =>
      value
        .split(",")
        .map((entry) => entry.trim())
        .filter((entry) => entry !== "")
    )
  )

/** Where browsers find the service; what cannot work is refused at the start, not when it is needed. */
export const publicConfig = Config.all([optional("PUBLIC_APP_URL"), optional("PUBLIC_API_URL")]).pipe(
  Config.mapOrFail(([app, api]) =>
    Either.mapLeft(publicAddress(app, api), (reason) => ConfigError.InvalidData([], reason))
  )
)

const migrationsDir = path("MEDIA_MIGRATIONS_DIR", () => join(installRoot(), "migrations"))

/** For tools that find the database like the launcher does: the one that is named, or that of the data directory. */
export const privateDatabaseConfig = Config.all({
  databaseUrl: optional("DATABASE_URL"),
  dataDir: path("MEDIA_DATA_DIR", defaultDataDir),
  migrationsDir
})

const cacheDirIn = (dataDir: string, cacheDir: string | undefined): string =>
  cacheDir === undefined ? join(dataDir, "cache") : resolve(cacheDir)

/** Folders of this installation that no library may use, and those below which members may make theirs. */
export const placesConfig = Config.all({
  dataDir: path("MEDIA_DATA_DIR", defaultDataDir),
  cacheDir: optional("MEDIA_CACHE_DIR"),
  memberFolders: list("MEDIA_MEMBER_FOLDERS")
}).pipe(Config.map((config) => ({ ...config, cacheDir: cacheDirIn(config.dataDir, config.cacheDir) })))

/** What the server and the worker both read from the environment. */
export const processConfig = Config.all({
  databaseUrl: Config.nonEmptyString("DATABASE_URL"),
  dataDir: path("MEDIA_DATA_DIR", defaultDataDir),
  cacheDir: optional("MEDIA_CACHE_DIR"),
  migrationsDir
}).pipe(
  Config.map((config) => ({
    ...config,
    cacheDir: cacheDirIn(config.dataDir, config.cacheDir)
  }))
)
export type ProcessConfig = Config.Config.Success<typeof processConfig>

/** What the worker alone reads. */
export const workerConfig = Config.all({
  /** Set by the launcher: the process id of the worker this one replaces, when that crashed. */
  crashedProcessId: Config.option(Config.integer("MEDIA_CRASHED_PID")).pipe(Config.map(Option.getOrUndefined))
})

/** `debug`, `info` (default), `warning`, `error`, `none`. */
export const logLevelConfig = Config.logLevel("LOG_LEVEL").pipe(Config.withDefault(LogLevel.Info))

/** A name, `*.` and a name, or an address; an IPv6 address in brackets. */
const HOST_NAME = /^((\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i

/** Addresses of proxies whose forwarding headers are believed. */
export const proxiesConfig = list("MEDIA_TRUSTED_PROXIES")

/** What the server alone reads. */
export const webConfig = Config.all({
  port: Config.port("PORT").pipe(Config.withDefault(8008)),
  host: Config.string("HOST").pipe(Config.withDefault("0.0.0.0")),
  webDir: path("MEDIA_WEB_DIR", () => join(installRoot(), "apps/web/dist")),
  changelogPath: path("CHANGELOG_PATH", () =>
    existsSync("/app/CHANGELOG.md") ? "/app/CHANGELOG.md" : join(installRoot(), "CHANGELOG.md")
  ),
  trustedProxies: proxiesConfig,
  /** Names under which the server answers; none: under any. */
  allowedHosts: list("MEDIA_ALLOWED_HOSTS").pipe(
    Config.validate({
      message: "must be names such as media.example.com, separated by commas, without https:// and port",
      validation: (names) => names.every((name) => HOST_NAME.test(name))
    })
  ),
  address: publicConfig,
  /** What browsers are told over https: undefined where the operator did not choose. */
  hsts: Config.option(Config.literal("subdomains", "host", "off")("MEDIA_HSTS")).pipe(
    Config.map(Option.getOrUndefined)
  )
})

/** What stored passwords and keys are encrypted with; unset: a file of the data directory holds it. */
export const secretConfig = optional("MEDIA_SECRET")

/** Files of a certificate and its key in PEM, or one folder of both; neither: http. */
export const tlsConfig = Config.all({
  cert: optional("MEDIA_TLS_CERT"),
  key: optional("MEDIA_TLS_KEY")
})

/** Set by an operator whose administrators cannot sign in, and unset once one can; the server alone reads it. */
export const recoveryConfig = Config.all({
  password: optional("MEDIA_RECOVERY_PASSWORD"),
  username: optional("MEDIA_RECOVERY_USERNAME")
})

/** One request in so many is traced, see `SampledTracing`; 0 traces none. */
export const traceEveryConfig = Config.withDefault(Config.integer("TRACE_EVERY"), 100)
