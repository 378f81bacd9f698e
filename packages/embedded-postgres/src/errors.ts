import * as Data from "effect/Data"

/** Neither the npm package nor the system contains a PostgreSQL that works on this machine. */
export class BinariesMissing extends Data.TaggedError("BinariesMissing")<{
  readonly platform: string
  readonly tried: ReadonlyArray<string>
}> {
  override get message() {
    return `No PostgreSQL found for ${this.platform} (tried: ${this.tried.join(", ")}). Set DATABASE_URL to use your own server.`
  }
}

/**
 * The database was created by a major version of PostgreSQL that is not installed. Other versions cannot open it, and
 * the npm package does not contain `pg_upgrade`.
 */
export class VersionMismatch extends Data.TaggedError("VersionMismatch")<{
  readonly clusterDir: string
  readonly found: number
  readonly available: ReadonlyArray<number>
}> {
  override get message() {
    return `The database in ${this.clusterDir} was created by PostgreSQL ${this.found}, but only ${this.available.join(", ")} is available. Install PostgreSQL ${this.found} or restore a backup.`
  }
}

/** Another launcher has locked this data directory. */
export class DataDirInUse extends Data.TaggedError("DataDirInUse")<{
  readonly dataDir: string
  readonly holder: string
}> {
  override get message() {
    return `The data directory ${this.dataDir} is already in use by ${this.holder}.`
  }
}

/** A folder or file of the database cannot be created, written, or made accessible to the database account. */
export class DataDirUnusable extends Data.TaggedError("DataDirUnusable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot use ${this.path}: ${this.reason}.`
  }
}

/**
 * The database could not be created or started, or does not accept connections. `detail` is the reason, such as the end
 * of the output of `initdb` or `postgres`.
 */
export class DatabaseFailed extends Data.TaggedError("DatabaseFailed")<{
  readonly step: "create" | "start" | "connect"
  readonly detail: string
}> {
  override get message() {
    return `Could not ${this.step} the database: ${this.detail}`
  }
}

export type EmbeddedPostgresError =
  BinariesMissing | VersionMismatch | DataDirInUse | DataDirUnusable | DatabaseFailed

/**
 * Returns a short reason for a file system error. It does not contain the path, which the caller adds to the message.
 */
export const reasonOf = (error: unknown): string => {
  const code = (error as NodeJS.ErrnoException).code
  if (code === "EACCES" || code === "EPERM") return "permission denied"
  if (code === "EROFS") return "the file system is read-only"
  if (code === "ENOSPC") return "the disk is full"
  if (code === "ENOTDIR" || code === "EEXIST") return "it is not a directory"
  return error instanceof Error ? error.message : String(error)
}
