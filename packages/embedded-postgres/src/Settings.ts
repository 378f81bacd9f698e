import type { Layout } from "./Layout.ts"
import { PORT } from "./Layout.ts"

export type Settings = Readonly<Record<string, string>>

/**
 * PostgreSQL settings for a machine on which the media server and encoders also run: little memory, and long intervals
 * between checkpoints.
 */
export const DEFAULTS: Settings = {
  // The operating system allocates shared memory only when it is used, so a small library never takes all of it.
  shared_buffers: "128MB",
  max_connections: "100",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  random_page_cost: "1.1",
  // The application's statements are short, so compiling one would take longer than executing it.
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

/** Additional settings for temporary databases in tests, whose data may be lost at any time. */
export const THROW_AWAY: Settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "64MB"
}

/**
 * Returns the command-line arguments of PostgreSQL. PostgreSQL listens only on a Unix socket, because a TCP port could
 * conflict with another program or be reached from outside.
 */
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
 * Returns the command-line arguments of initdb. The built-in locale C.UTF-8, available since PostgreSQL 17, sorts in
 * the same way on every machine, so that an update of the system's libraries never corrupts an index. The
 * authentication method `trust` is safe, because the socket is in a folder with mode 0700.
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
