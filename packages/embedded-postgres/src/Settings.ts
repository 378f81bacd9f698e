import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

export type Settings = Readonly<Record<string, string>>

/** For one machine that also serves and transcodes: modest memory, and long pauses between checkpoints. */
export const DEFAULTS: Settings = {
  // Shared memory is allocated lazily: a small library never uses all of it.
  shared_buffers: "128MB",
  max_connections: "100",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  random_page_cost: "1.1",
  // Our statements are short; compiling one costs more than running it.
  jit: "off",
  min_wal_size: "128MB",
  max_wal_size: "1GB",
  checkpoint_timeout: "15min",
  wal_compression: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off"
}

/** For clusters of a test run, which may be lost at any time. */
export const THROW_AWAY: Settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB"
}

/** Only a unix socket: no port that could collide or be reached from outside. */
export const postgresArguments = (layout: Layout, extra: Settings): ReadonlyArray<string> => [
  "-D",
  layout.clusterDir,
  "-p",
  String(PORT),
  ...Object.entries({
    ...DEFAULTS,
    ...extra,
    listen_addresses: "",
    unix_socket_directories: layout.socketDir
  }).flatMap(([name, value]) => ["-c", `${name}=${value}`])
]

/**
 * The built-in C.UTF-8 locale, available since PostgreSQL 17, sorts the same on every machine, so an index never
 * depends on the system's libraries. `trust` is safe behind a socket folder of mode 0700.
 */
export const initdbArguments = (clusterDir: string, major: number): ReadonlyArray<string> => [
  "-D",
  clusterDir,
  "-U",
  "media",
  "-A",
  "trust",
  "-E",
  "UTF8",
  "--no-instructions",
  "--locale=C",
  ...(major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : [])
]
