import * as Config from "effect/Config"
import * as Option from "effect/Option"

/**
 * The program that computes perceptual hashes, as a path or as a name on `PATH`. The default is our own program, see
 * `main.ts`.
 */
export const phashConfig = Config.all({
  program: Config.option(Config.string("MEDIA_PHASH_BIN")).pipe(
    Config.map((value) => Option.getOrElse(value, () => "").trim())
  ),
  searchPath: Config.string("PATH").pipe(Config.withDefault("/usr/local/bin:/usr/bin:/bin"))
})
