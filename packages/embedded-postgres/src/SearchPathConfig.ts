import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as path from "node:path"

/** The folders in `PATH`, where the system's own PostgreSQL may be installed. */
export const searchPath: Effect.Effect<ReadonlyArray<string>> = Config.string("PATH").pipe(
  Config.withDefault(""),
  Config.map((value) => value.split(path.delimiter).filter((folder) => folder !== "")),
  Effect.orDie
)
