import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as path from "node:path"

/** The folders in `PATH`, in which the system's own programs are searched. */
export const searchPath: Effect.Effect<ReadonlyArray<string>> = Config.string("PATH").pipe(
  Config.withDefault(""),
  Config.map((value) => value.split(path.delimiter).filter((folder) => folder !== "")),
  Effect.orDie
)
