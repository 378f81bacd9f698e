import * as Context from "effect/Context"

/** Information about the running server process. */
export class SystemInfo extends Context.Tag("@media/features/SystemInfo")<
  SystemInfo,
  {
    readonly version: string
    /** Start time of the process in ISO 8601. */
    readonly startedAt: string
    readonly changelogPath: string
    /** The folder that contains converted videos. */
    readonly cacheDir: string
    /** The data directory, which contains the backups. */
    readonly dataDir: string
  }
>() {}
