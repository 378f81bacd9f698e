import * as Context from "effect/Context"

/** What the process knows about itself from its start on. */
export class SystemInfo extends Context.Tag("@media/features/SystemInfo")<
  SystemInfo,
  {
    readonly version: string
    /** ISO 8601. */
    readonly startedAt: string
    readonly changelogPath: string
    /** Where converted videos are kept. */
    readonly cacheDir: string
    /** The whole data directory. */
    readonly dataDir: string
  }
>() {}
