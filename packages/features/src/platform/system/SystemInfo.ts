import * as Context from "effect/Context"

/** Facts about the process since its start. */
export class SystemInfo extends Context.Tag("@media/features/SystemInfo")<
  SystemInfo,
  {
    readonly version: string
    /** ISO 8601. */
    readonly startedAt: string
    readonly changelogPath: string
    /** The folder with converted videos. */
    readonly cacheDir: string
    /** The whole data directory. */
    readonly dataDir: string
  }
>() {}
