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

/**
 * Returns the folder that contains `migrations/`, either the checkout or the image. The result is the same whether the
 * program runs from source or from a bundle.
 */
export const installRoot = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "migrations")) || folder === dirname(folder)) return folder
  }
}

/**
 * Returns `/data`, the volume of the container image, if it is writable, otherwise a hidden folder in the home
 * directory.
 */
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

/** The URLs under which browsers reach the service. An unusable value fails the startup, not a request. */
export const publicConfig = Config.all([optional("PUBLIC_APP_URL"), optional("PUBLIC_API_URL")]).pipe(
  Config.mapOrFail(([app, api]) =>
    Either.mapLeft(publicAddress(app, api), (reason) => ConfigError.InvalidData([], reason))
  )
)

const migrationsDir = path("MEDIA_MIGRATIONS_DIR", () => join(installRoot(), "migrations"))

/**
 * Configuration for tools that need the database. The tools find the database in the same way as the launcher: the
 * configured database, or the private database in the data directory.
 */
export const privateDatabaseConfig = Config.all({
  databaseUrl: optional("DATABASE_URL"),
  dataDir: path("MEDIA_DATA_DIR", defaultDataDir),
  migrationsDir
})

const cacheDirIn = (dataDir: string, cacheDir: string | undefined): string =>
  cacheDir === undefined ? join(dataDir, "cache") : resolve(cacheDir)

/** Folders of this installation, which no library may use, and the folders in which members may create libraries. */
export const ownFoldersConfig = Config.all({
  dataDir: path("MEDIA_DATA_DIR", defaultDataDir),
  cacheDir: optional("MEDIA_CACHE_DIR"),
  memberFolders: list("MEDIA_MEMBER_FOLDERS")
}).pipe(Config.map((config) => ({ ...config, cacheDir: cacheDirIn(config.dataDir, config.cacheDir) })))

/** Environment variables that both the server and the worker read. */
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

/** Environment variables that only the worker reads. */
export const workerConfig = Config.all({
  /** Process id of the crashed worker that this worker replaces. Set by the launcher. */
  crashedProcessId: Config.option(Config.integer("MEDIA_CRASHED_PID")).pipe(Config.map(Option.getOrUndefined))
})

/** The log level: `debug`, `info` (default), `warning`, `error` or `none`. */
export const logLevelConfig = Config.logLevel("LOG_LEVEL").pipe(Config.withDefault(LogLevel.Info))

/** Matches a host name, `*.` followed by a host name, or an IP address (IPv6 in brackets). */
const HOST_NAME = /^((\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/i

/** Addresses of proxies whose forwarding headers are trusted. */
export const proxiesConfig = list("MEDIA_TRUSTED_PROXIES")

/** Environment variables that only the server reads. */
export const webConfig = Config.all({
  port: Config.port("PORT").pipe(Config.withDefault(8008)),
  host: Config.string("HOST").pipe(Config.withDefault("0.0.0.0")),
  webDir: path("MEDIA_WEB_DIR", () => join(installRoot(), "apps/web/dist")),
  changelogPath: path("CHANGELOG_PATH", () =>
    existsSync("/app/CHANGELOG.md") ? "/app/CHANGELOG.md" : join(installRoot(), "CHANGELOG.md")
  ),
  trustedProxies: proxiesConfig,
  /** Host names for which the server accepts requests. An empty list accepts all names. */
  allowedHosts: list("MEDIA_ALLOWED_HOSTS").pipe(
    Config.validate({
      message: "must be names such as media.example.com, separated by commas, without https:// or a port",
      validation: (names) => names.every((name) => HOST_NAME.test(name))
    })
  ),
  address: publicConfig,
  /** The HSTS policy to send over https, or undefined if the operator chose none. */
  hsts: Config.option(Config.literal("subdomains", "host", "off")("MEDIA_HSTS")).pipe(
    Config.map(Option.getOrUndefined)
  )
})

/** The key that encrypts stored passwords and API keys. If unset, the key is read from a file in the data directory. */
export const secretConfig = optional("MEDIA_SECRET")

/** Paths of a certificate file and its key file (PEM), or of one folder with both. If unset, the server uses http. */
export const tlsConfig = Config.all({
  cert: optional("MEDIA_TLS_CERT"),
  key: optional("MEDIA_TLS_KEY")
})

/**
 * Credentials for recovery. The operator sets them if no administrator can sign in, and unsets them afterwards. Only
 * the server reads them.
 */
export const recoveryConfig = Config.all({
  password: optional("MEDIA_RECOVERY_PASSWORD"),
  username: optional("MEDIA_RECOVERY_USERNAME")
})

/** Number of requests per traced request, see `SampledTracing`. 0 disables tracing. */
export const traceEveryConfig = Config.withDefault(Config.integer("TRACE_EVERY"), 100)
